"""What an HTML page is made of."""

from html.parser import HTMLParser


class Outline(HTMLParser):
    """What a page is made of."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def named(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]

    @property
    def text(self) -> str:
        return " ".join("".join(self.said).split())
