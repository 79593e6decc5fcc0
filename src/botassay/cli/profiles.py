"""`botassay profiles`: the published kinds of users."""

import click


@click.group("profiles")
def command() -> None:
    """List the published kinds of users."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_all(*, as_json: bool) -> None:
    """List all profiles, with what matters to them."""
    import msgspec

    from botassay.rating import KINDS_OF_USERS
    from botassay.trust.profiles import PUBLISHED

    if as_json:
        click.echo(msgspec.json.encode(list(PUBLISHED.values())))
        return
    for name, profile in PUBLISHED.items():
        click.echo(f"{name:13} {' > '.join(profile.codes):18} {KINDS_OF_USERS[name]}")


@command.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(name: str, *, as_json: bool) -> None:
    """Show what matters to the profile NAME, most important first."""
    import msgspec

    from botassay.rating import KINDS_OF_USERS
    from botassay.scale import STANDARD_ISSUES
    from botassay.trust.profiles import profile

    found = profile(name)
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    click.echo(f"{found.name}: {KINDS_OF_USERS[found.name]}")
    weights = found.weighed(found.codes)
    for code in found.codes:
        title, question = STANDARD_ISSUES[code]
        click.echo(f"  {code:3} weight {weights[code]}  {title}: {question}")
