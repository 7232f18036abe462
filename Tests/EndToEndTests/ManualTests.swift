import Foundation
import JSON
import TestSupport
import Testing

/// The man pages and schemas that the built program writes.
@Suite struct `The manual` {
  /// The pages by file name, with the words as people read them.
  private func pages() async throws -> [String: String] {
    let folder = try Folder([:])
    let outcome = try await Program.run("manual", folder.path + "/man")
    #expect(outcome.code == 0)
    let names = outcome.out.split(separator: "\n").map(String.init)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let text = try folder.read("man/" + name).replacing("\\-", with: "-")
        return (name.split(separator: "/").last.map(String.init) ?? name, text)
      })
  }

  /// The names in a part of the help: `check` of `  check  show outdated dependencies`.
  private func names(in part: String, of help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: part + ":") else { return [] }
    return lines[(start + 1)...].prefix { !$0.isEmpty }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { line in String(line.dropFirst(2).prefix { $0 != " " && $0 != "[" }) }
  }

  @Test func `has a page for every command with every option of its help`() async throws {
    let pages = try await pages()
    var paths: [[String]] = [[]]
    var seen = 0
    while let path = paths.popLast() {
      let help = try await Program.run(path + ["--help"], in: NSTemporaryDirectory()).out
      let name = (["martlet"] + path).joined(separator: "-") + ".1"
      let page = try #require(pages[name], "\(name)")
      for option in names(in: "Options", of: help) {
        #expect(page.contains("\\fB\(option)"), "\(name) lacks \(option)")
      }
      let commands = names(in: "Commands", of: help)
      for command in commands {
        #expect(page.contains("\\fB\(command)\\fR"), "\(name) lacks \(command)")
      }
      paths += commands.map { path + [$0] }
      seen += 1
    }
    #expect(seen == pages.count - 1, "\(pages.keys.sorted())")
  }

  @Test func `describes every key of the sample`() async throws {
    let page = try #require(try await pages()["martlet.yml.5"])
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sample = try String(
      contentsOf: root.appending(path: "config/martlet.sample.yml"), encoding: .utf8)
    let keys = sample.split(separator: "\n").filter { $0.first?.isLetter == true }
      .map { $0.prefix { $0 != ":" } }
    #expect(keys.count > 15)
    for key in keys { #expect(page.contains("\\fB\(key)\\fR\n"), "\(key)") }
    for key in ["forges[].webhook-secret", "updates[].cooldown.default-days", "service.drain"] {
      #expect(page.contains("\\fB\(key)\\fR\n"), "\(key)")
    }
  }

  @Test func `can be read by everyone`() async throws {
    let folder = try Folder([:])
    _ = try await Program.run("manual", folder.path + "/man")
    for (path, mode) in [("man/man1", 0o755), ("man/man1/martlet.1", 0o644)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "needs groff"))
  func `is formatted without a warning`() async throws {
    let folder = try Folder([:])
    _ = try await Program.run("manual", folder.path + "/man")
    let script = "groff -man -Tutf8 -ww -z man/man*/* 2>&1 | head -5 > warnings"
    #expect(try await ChildProcess(["/bin/sh", "-c", script], in: folder.path).end() == 0)
    #expect(try folder.read("warnings") == "")
  }

  @Test(arguments: ["operator", "repository"])
  func `includes a schema of each configuration file`(kind: String) async throws {
    let outcome = try await Program.run("config", "schema", kind)
    #expect(outcome.code == 0)
    let schema = try outcome.document()
    #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
    let name = kind == "operator" ? "martlet" : kind
    #expect(schema["$id"]?.string?.hasSuffix("/config/\(name).schema.json") == true)
    let keys = kind == "operator" ? schema : schema["$defs"]?["repository"]
    #expect(keys?["properties"]?[kind == "operator" ? "forges" : "updates"] != nil)
  }
}
