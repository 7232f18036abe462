import Arguments
import Testing

private let ship = Command(
  "ship", "moves goods",
  options: [Option("version", "prints the version")],
  subcommands: [
    Command(
      "load", "takes goods on board",
      discussion: """
        Goods are taken
        in order.

        'Heavy' ones go first.
        """,
      positionals: [Positional("GOODS", #"what to take, as in C:\goods"#, .many)],
      options: [
        Option("deck", "where to", .required("DECK", .choices(["upper", "lower"]))),
        Option("tag", "marks it", .required("TAG"), repeats: true),
      ])
  ])

private let pages = ship.manualPages(
  release: "ship 2.0", exitCodes: [(0, "done"), (1, "failed")], others: [("ship.yml", 5)])

@Suite struct `The man pages` {
  @Test func `are one for each command, and name each other`() {
    #expect(pages.map(\.fileName) == ["ship.1", "ship-load.1"])
    #expect(pages[0].text.hasSuffix(".SH SEE ALSO\n.BR ship\\-load (1),\n.BR ship.yml (5)\n"))
    #expect(pages[1].text.hasSuffix(".SH SEE ALSO\n.BR ship (1)\n"))
  }

  @Test func `show what the help shows, escaped for roff`() {
    #expect(
      pages[1].text == #"""
        .TH SHIP\-LOAD 1 "" "ship 2.0"
        .SH NAME
        ship\-load \- takes goods on board
        .SH SYNOPSIS
        \fBship load\fR GOODS... [options]
        .SH DESCRIPTION
        .PP
        Takes goods on board.
        .PP
        Goods are taken in order.
        .PP
        \(aqHeavy\(aq ones go first.
        .SH ARGUMENTS
        .TP
        \fBGOODS\fR
        what to take, as in C:\egoods
        .SH OPTIONS
        .TP
        \fB\-\-deck DECK\fR
        where to; one of upper, lower
        .TP
        \fB\-\-tag TAG\fR
        marks it; can be given several times
        .TP
        \fB\-\-help\fR
        show this text
        .SH EXIT STATUS
        .TP
        \fB0\fR
        done
        .TP
        \fB1\fR
        failed
        .SH SEE ALSO
        .BR ship (1)

        """#)
  }

  @Test func `have no line that roff would take for a request`() {
    var text = Roff()
    text.paragraph(".martlet.yml and 'this'")
    #expect(text.text == ".PP\n\\&.martlet.yml and \\(aqthis\\(aq\n")
  }
}
