"""Charts as values: positions and words are worked out here, and a renderer draws or prints them."""

from botassay.view.charts.causal import CausalGraph, GraphLink, GraphNode
from botassay.view.charts.chart import Chart, Label, percent
from botassay.view.charts.dot_plot import DotPlot, DotRow, letters
from botassay.view.charts.dumbbell import Dumbbell, DumbbellRow
from botassay.view.charts.heatmap import Heatmap
from botassay.view.charts.histogram import Histogram
from botassay.view.charts.intervals import Interval, IntervalPanel, Intervals
from botassay.view.charts.levels import LevelBar, LevelReading
from botassay.view.charts.lines import Lines, LineSeries, Tick
from botassay.view.charts.ranks import RankChart, raw_score

__all__ = [
    "CausalGraph",
    "Chart",
    "DotPlot",
    "DotRow",
    "Dumbbell",
    "DumbbellRow",
    "GraphLink",
    "GraphNode",
    "Heatmap",
    "Histogram",
    "Interval",
    "IntervalPanel",
    "Intervals",
    "Label",
    "LevelBar",
    "LevelReading",
    "LineSeries",
    "Lines",
    "RankChart",
    "Tick",
    "letters",
    "percent",
    "raw_score",
]
