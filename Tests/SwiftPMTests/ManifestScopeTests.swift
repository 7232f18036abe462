import Testing
import Text

@testable import SwiftPM
@testable import SwiftSources

@Suite struct `The scope of a manifest` {
  @Test(
    arguments: [
      "func name() -> String { \"p\" }",
      "for number in [1, 2] { func inner() -> Int { number } }",
      "let make = { (name: String) in \"\\(name)\" }",
    ])
  func `nothing of a manifest that was read lives on`(declaration: String) throws {
    let text = SourceText(
      file: "Package.swift",
      "// swift-tools-version: 6.1\nimport PackageDescription\n\(declaration)\n"
        + "let package = Package(name: \"p\")\n")
    weak var outermost: Scope?
    weak var inner: Scope?
    do {
      let scope = Scope()
      let block = Scope(in: scope)
      (outermost, inner) = (scope, block)
      block.declare("held", .boolean(true))
      _ = try? ManifestReader(tools: ToolsVersion(6, 3, 1)).evaluate(text, in: scope)
      scope.dissolve()
      #expect(block["held"] == nil)
    }
    #expect(outermost == nil)
    #expect(inner == nil)
  }
}
