import Advisories
import Bundler
import Ecosystem
import NPM
import TestSupport
import Testing

@Suite struct `A record of an advisory` {
  private func read(_ text: String) throws(AdvisoryFailure) -> Advisory {
    try Advisory(Array(text.utf8), from: "osv", in: ecosystems)
  }

  @Test func `a record is parsed with its aliases, summary and severity`() throws {
    let record = try read(json("GHSA-1", "birds", fixed: "1.2.0"))
    #expect(record.id == "GHSA-1")
    #expect(record.aliases == ["CVE-2026-1"])
    #expect(record.summary == "Birds escape")
    #expect(record.severity == "high")
    #expect(record.page == "https://osv.dev/vulnerability/GHSA-1")
    #expect(
      record.affected == [
        .init(AdvisedPackage(.npm, "birds"), ranges: [range("introduced 0, fixed 1.2.0")])
      ])
  }

  @Test func `without GitHub's word, the severity is the CVSS vector`() throws {
    let record = try read(
      #"{"id":"A","severity":[{"score":"CVSS:3.1/AV:N"},{"score":"CVSS:4.0/AV:N"}]}"#)
    #expect(record.severity == "CVSS:4.0/AV:N")
    #expect(try read(#"{"id":"A"}"#).severity == nil)
  }

  @Test(arguments: [
    (
      #""ecosystem_specific":{"affects":{"functions":["kit::Parser::parse"],"os":[]}}"#,
      ["kit::Parser::parse"]
    ),
    (
      #""ecosystem_specific":{"imports":[{"path":"a","symbols":["Parse","Scan"]},{"path":"b"}]}"#,
      ["Parse", "Scan"]
    ),
    (#""database_specific":{"affected_functions":["a","a","b c",1,""]}"#, ["a"]),
    (#""ecosystem_specific":{"affects":"all"},"database_specific":null"#, []),
  ])
  func `the vulnerable symbols of a package are listed`(
    specific: String, symbols: [String]
  ) throws {
    let record = try read(
      #"{"id":"A","affected":[{"package":{"ecosystem":"npm","name":"x"},"#
        + #""versions":["1"],\#(specific)}]}"#)
    #expect(record.symbols(of: AdvisedPackage(.npm, "x")) == symbols)
  }

  @Test func `other ecosystems are ignored, and a release suffix is accepted`() throws {
    let record = try read(
      #"{"id":"A","affected":[{"package":{"ecosystem":"Go","name":"x"}},"#
        + #"{"package":{"ecosystem":"RubyGems:3","name":"x"},"versions":["1"]}]}"#)
    #expect(record.affected == [.init(AdvisedPackage(.rubygems, "x"), versions: ["1"])])
  }

  @Test(
    arguments: [
      "", "[]", "{}", #"{"id":1}"#, #"{"id":"../x"}"#, #"{"id":"a b"}"#,
      #"{"id":"A","affected":{}}"#,
      #"{"id":"A","affected":[{"package":{"ecosystem":"npm","name":"x"},"versions":[1]}]}"#,
      #"{"id":"A","affected":[{"package":{"ecosystem":"npm","name":"x"},"ranges":[{"events":[{"until":"1"}]}]}]}"#,
      #"{"id":"A","affected":[{"package":{"ecosystem":"npm","name":"x"},"ranges":[{"events":[{"fixed":1}]}]}]}"#,
      #"{"id":"A","affected":[{"package":"x"}]}"#,
      #"{"id":"A","affected":[{"package":{"ecosystem":["npm"],"name":"x"}}]}"#,
      #"{"id":"A","affected":[{"package":{"ecosystem":"npm","name":"x"},"ranges":[{"events":["0"]}]}]}"#,
      String(repeating: #"{"affected":["#, count: 100_000),
      String(repeating: "[", count: 1_000_000),
    ].map(LongText.init))
  func `a record with an invalid list of affected versions is refused`(text: LongText) {
    #expect(throws: AdvisoryFailure.self) { try read(text.value) }
  }

  @Test(arguments: ["versions", "ranges", "events", "blocks"])
  func `a record of too many parts is refused`(part: String) throws {
    func record(_ count: Int) -> String {
      func list(_ text: String) -> String {
        "[" + Array(repeating: text, count: count).joined(separator: ",") + "]"
      }
      let package = #""package":{"ecosystem":"npm","name":"x"}"#
      let affected =
        switch part {
        case "versions": #"[{\#(package),"versions":\#(list(#""1""#))}]"#
        case "ranges": #"[{\#(package),"ranges":\#(list(#"{"events":[]}"#))}]"#
        case "events": #"[{\#(package),"ranges":[{"events":\#(list(#"{"fixed":"1"}"#))}]}]"#
        default: list("{\(package)}")
        }
      return #"{"id":"A","affected":\#(affected)}"#
    }
    #expect(throws: Never.self) { try read(record(900)) }
    #expect(throws: AdvisoryFailure.self) { try read(record(20_001)) }
    if part == "events" { #expect(throws: AdvisoryFailure.self) { try read(record(1_001)) } }
  }

  @Test func `a summary is one line of bounded length`() throws {
    let long = String(repeating: "x", count: 5000)
    #expect(try read(#"{"id":"A","summary":"\#(long)"}"#).summary.count == 300)
    #expect(try read(#"{"id":"A","summary":"one\ntwo"}"#).summary == "one")
  }
}
