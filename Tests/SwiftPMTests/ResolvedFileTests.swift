import Ecosystem
import SwiftPM
import SwiftSources
import Testing
import Text

private let first = """
  {
    "object": {
      "pins": [
        {
          "package": "Kit",
          "repositoryURL": "https://example.com/acme/Kit.git",
          "state": {
            "branch": null,
            "revision": "1111111111111111111111111111111111111111",
            "version": "1.2.3"
          }
        }
      ]
    },
    "version": 1
  }

  """

private let second = """
  {
    "pins" : [
      {
        "identity" : "kit",
        "kind" : "remoteSourceControl",
        "location" : "https://example.com/acme/Kit.git",
        "state" : {
          "branch" : "main",
          "revision" : "1111111111111111111111111111111111111111"
        }
      }
    ],
    "version" : 2
  }

  """

private let third = """
  {
    "originHash" : "00ff",
    "pins" : [
      {
        "identity" : "mona.list",
        "kind" : "registry",
        "location" : "",
        "state" : {
          "version" : "1.0.0"
        }
      },
      {
        "identity" : "zeta",
        "kind" : "remoteSourceControl",
        "location" : "https://example.com/acme/zeta",
        "state" : {
          "revision" : "2222222222222222222222222222222222222222"
        }
      }
    ],
    "version" : 3
  }

  """

@Suite struct `The file Package.resolved` {
  @Test(arguments: [first, second, third])
  func `a file is written byte for byte as it was read`(text: String) throws {
    let file = try ResolvedFile(SourceText(file: "Package.resolved", text))
    #expect(String(decoding: file.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [((5, 5), 1), ((5, 6), 2), ((5, 9), 2), ((5, 10), 3), ((6, 1), 3)])
  func `the tools version chooses the format`(tools: (Int, Int), format: Int) {
    #expect(ResolvedFile.Format(tools: ToolsVersion(tools.0, tools.1)).rawValue == format)
  }

  @Test(
    arguments: [
      (#"{"version": 4, "pins": []}"#, Problem.Kind.refused, 13),
      (#"{"version": 2, "pins": {}}"#, .failed, 24), (#"{"version": 2}"#, .failed, 1),
      (#"{"pins": [], "version": 2"#, .failed, 26),
      ("<<<<<<< HEAD\n", .failed, 1), ("", .failed, 1),
    ])
  func `an invalid lock is an error with its location`(
    text: String, kind: Problem.Kind, column: Int
  ) {
    let problem = #expect(throws: Problem.self) {
      try ResolvedFile(SourceText(file: "Package.resolved", text))
    }
    #expect(problem?.kind == kind)
    #expect(problem?.location?.column == column)
  }

  @Test func `a package that is pinned twice is an error`() {
    let pin = #"{"identity":"a","kind":"registry","location":"","state":{"version":"1.0.0"}}"#
    let problem = #expect(throws: Problem.self) {
      try ResolvedFile(
        SourceText(file: "Package.resolved", #"{"version":2,"pins":[\#(pin),\#(pin)]}"#))
    }
    #expect(problem?.message == "pins `a` twice")
  }

  @Test(arguments: [10_000, 10_001])
  func `too many pins are refused with the file and the limit`(count: Int) {
    let pins = (0..<count).map { index in
      #"{"identity":"p\#(index)","kind":"registry","location":"","state":{"version":"1.0.0"}}"#
    }
    let text = #"{"version":2,"pins":[\#(pins.joined(separator: ","))]}"#
    var problem: Problem?
    do throws(Problem) {
      _ = try ResolvedFile(SourceText(file: "app/Package.resolved", text))
    } catch {
      problem = error
    }
    #expect(problem?.kind == (count > 10_000 ? .refused : nil))
    #expect(problem?.subject == (count > 10_000 ? "app/Package.resolved" : nil))
    #expect(problem?.message == (count > 10_000 ? "has more than 10000 pins" : nil))
    #expect(problem?.location?.file == problem?.subject)
  }

  @Test func `no bytes crash the reader`() throws {
    var random = Dice(seed: 7)
    for _ in 0..<2_000 {
      let bytes = random.mutated(Array(third.utf8))
      _ = try? ResolvedFile(SourceText(file: "Package.resolved", bytes: bytes))
    }
  }
}
