import SwiftPM
import SwiftSources
import Testing
import Text

private let reader = ManifestReader(tools: ToolsVersion(6, 3, 1))

private func read(_ body: String, tools: String = "6.1") throws -> PackageManifest {
  try reader.read(
    SourceText(
      file: "Package.swift", "// swift-tools-version: \(tools)\nimport PackageDescription\n\(body)")
  )
}

private func package(_ dependency: String, before: String = "", after: String = "") -> String {
  "\(before)\nlet package = Package(name: \"p\", dependencies: [\(dependency)])\n\(after)"
}

private let url = #""https://e.com/a""#
private let one = #".package(url: \#(url), from: "1.0.0")"#

@Suite struct `A Swift manifest` {
  @Test(
    arguments: [
      (#".package(url: "https://e.com/a", from: "1.2.3")"#, "1.2.3..<2.0.0"),
      (#".package(url: "https://e.com/a", .upToNextMajor(from: "1.2.3"))"#, "1.2.3..<2.0.0"),
      (#".package(url: "https://e.com/a", .upToNextMinor(from: "1.2.3"))"#, "1.2.3..<1.3.0"),
      (#".package(url: "https://e.com/a", exact: "1.2.3")"#, "1.2.3"),
      (#".package(url: "https://e.com/a", .exact("1.2.3"))"#, "1.2.3"),
      (#".package(url: "https://e.com/a", "1.0.0"..<"1.5.0")"#, "1.0.0..<1.5.0"),
      (#".package(url: "https://e.com/a", "1.0.0"..."1.5.0")"#, "1.0.0..<1.5.1"),
      (#".package(url: "https://e.com/a", branch: "main")"#, "branch main"),
      (#".package(url: "https://e.com/a", revision: "abc")"#, "revision abc"),
      (#".package(name: "A", url: "https://e.com/a", from: Version(1, 2, 3))"#, "1.2.3..<2.0.0"),
      (#".package(id: "mona.a", from: "1.0.0")"#, "1.0.0..<2.0.0"),
      (#"Package.Dependency.package(url: "https://e.com/a", from: "1.0.0",)"#, "1.0.0..<2.0.0"),
    ])
  func `every form of a requirement is understood`(text: String, meaning: String) throws {
    let manifest = try read(package(text))
    #expect(manifest.dependencies.map { $0.requirement?.description } == [meaning])
  }

  @Test(
    arguments: [
      package(
        #".package(url: base + "/a", from: v)"#,
        before: "let base = \"https://e.com\"\nlet v: Version = \"1.0.0\""),
      package(
        #".package(url: "\(base)/a", from: "1.0.0")"#, before: "let base = \"https://e.com\""),
      package(
        "", after: "package.dependencies += [\(one)]"),
      package(
        "", after: "package.dependencies.append(\(one))"),
      package(
        "kit(\"1.0.0\")",
        before: "func kit(_ v: Version) -> Package.Dependency { .package(url: \(url), from: v) }"),
      package(
        "",
        after: """
          #if os(Linux)
          package.dependencies = [\(one)]
          #else
          package.dependencies = []
          #endif
          """),
      package(
        "",
        after: """
          #if canImport(Compression)
          let extra: [Package.Dependency] = []
          #else
          let extra: [Package.Dependency] = [\(one)]
          #endif
          package.dependencies += extra
          """),
      package(
        "",
        after: """
          func tail(_ text: String) -> String { String(text[text.startIndex..., in: text]) }
          package.dependencies = [\(one)]
          """),
      package(
        "",
        after: """
          if Context.environment["LOCAL"] == nil {
            package.dependencies += [\(one)]
          } else {
            package.dependencies += [.package(path: "../a")]
          }
          """),
      package(
        "",
        after: """
          for n in ["a", "b"] where n != "b" {
            package.dependencies.append(.package(url: "https://e.com/\\(n)", from: "1.0.0"))
          }
          """),
      """
      let package = PackageDescription.Package(
        name: "p", dependencies: [PackageDescription.Package.Dependency\(one)])
      """,
      package(
        ".kit",
        before: "extension Package.Dependency { static let kit: Package.Dependency = \(one) }"),
    ])
  func `constants, conditions, functions and loops are evaluated`(text: String) throws {
    let manifest = try read(text)
    #expect(manifest.dependencies.map(\.location) == ["https://e.com/a"])
    #expect(manifest.dependencies[0].requirement?.description == "1.0.0..<2.0.0")
  }

  @Test(
    arguments: [
      (package(".package(url: mystery(), from: \"1.0.0\")"), "calls `mystery`"),
      (
        package(
          "",
          after: "if FileManager.default.fileExists(atPath: \"x\") { package.dependencies = [] }"),
        "FileManager.default"
      ),
      (
        package(".package(url: String(contentsOfFile: \"at\"), from: \"1.0.0\")"),
        "makes a `String` of a value"
      ),
      (
        package("", after: "package.dependencies = Array(repeating: \(one), count: 2)"),
        "makes a list"
      ),
      (package("", after: "while true { package.dependencies.removeLast() }"), "`while`"),
      (
        package(
          ".package(url: \"https://e.com/a\", from: \"1.0.0\")",
          after: "#if canImport(Mystery)\npackage.dependencies = []\n#endif"), "`#if`"
      ),
      ("func f() -> Int { f() }\nlet x = f()\n" + package(""), "computes too much"),
    ])
  func `what is not evaluated is refused by name`(text: String, word: String) throws {
    let error = #expect(throws: ManifestError.self) { try read(text) }
    #expect(error?.kind == .refused)
    #expect(error?.reason.contains(word) == true)
  }

  @Test(
    arguments: [
      (package(".package(url: \"https://e.com/a\", exact: \"1.0.0\")"), "5.5"),
      (package(".package(url: \"https://e.com/a\", from: \"1.0\")"), "6.0"),
      (package(".package(url: \"https://e.com/a\", \"2.0.0\"..<\"1.0.0\")"), "6.0"),
      ("let package = Package(name: \"p\"", "6.0"), ("<<<<<<< HEAD\n" + package(""), "6.0"),
      ("let x = 1", "6.0"),
    ])
  func `what SwiftPM does not load is malformed`(text: String, tools: String) throws {
    let error = #expect(throws: ManifestError.self) { try read(text, tools: tools) }
    #expect(error?.kind == .malformed)
  }

  @Test func `no bytes crash the reader, however deeply they nest`() async throws {
    let text = package(
      #".package(url: "https://e.com/a", from: "1.0.0")"#,
      before: "func f(_ x: [String]) -> Int { x.map { $0 }.count }",
      after:
        "for t in package.targets { if t.type == .test { t.dependencies += [\"\\(t.name)\"] } }")
    var random = Dice(seed: 3)
    let bytes = Array("// swift-tools-version: 6.1\n\(text)".utf8)
    for _ in 0..<2_000 {
      _ = try? reader.read(SourceText(file: "Package.swift", bytes: random.mutated(bytes)))
    }
    for open in ["(", "[", "{", "!", "a.", "f(", "if x {", "\"\\(", "#if a\n", "1 + ", "x ? ", "-"]
    {
      let deep = String(repeating: open, count: 20_000)
      #expect(throws: ManifestError.self) { try read("let x = " + deep) }
      #expect(throws: ManifestError.self) { try read(deep) }
    }
  }

  @Test(
    arguments: [
      (["Package.swift": "5.9", "Package@swift-6.0.swift": "6.0"], "Package@swift-6.0.swift"),
      (["Package.swift": "5.9", "Package@swift-6.9.swift": "6.9"], "Package.swift"),
      (["Package.swift": "6.1", "Package@swift-5.9.swift": "5.9"], "Package.swift"),
      (["Package.swift": "9.0", "Package@swift-5.9.swift": "5.9"], "Package@swift-5.9.swift"),
      (["Package.swift": "6.1", "Package@swift-6.3.swift": "5.5"], "Package@swift-6.3.swift"),
    ])
  func `the manifest for the tools is chosen as SwiftPM does`(
    files: [String: String], chosen: String
  ) {
    var texts: [String: SourceText] = [:]
    for (name, tools) in files {
      texts[name] = SourceText(file: name, "// swift-tools-version: \(tools)\n")
    }
    #expect(ManifestChoice.pick(texts, tools: ToolsVersion(6, 3, 1))?.file == chosen)
  }
}
