import JSON
import Testing
import Text

@testable import Pnpm

@Suite struct `The manifest of a package` {
  /// Registries send all of these: react 16.14.0 has `false`.
  @Test(
    arguments: [
      ("{}", nil), (#"{"deprecated": false}"#, nil), (#"{"deprecated": ""}"#, nil),
      (#"{"deprecated": null}"#, nil), (#"{"deprecated": true}"#, true),
      (#"{"deprecated": "use b"}"#, "use b"),
    ] as [(String, Value?)])
  func `is deprecated only for a true value`(text: String, deprecated: Value?) throws {
    let document = try JSON.Document(SourceText(file: "a", text))
    #expect(PackageManifest(document.root).deprecated == deprecated)
  }
}
