import JSON
import TestSupport
import Testing
import Text
import YAML

@testable import Pnpm

struct `The parser of plain locks` {
  private static let text = """
    lockfileVersion: '9.0'

    settings:
      autoInstallPeers: true
      count: 20

    overrides:
      glob-parent@<5.1.2 || 6: '>=5.1.2'

    importers:

      .:
        dependencies:
          '@s/a':
            specifier: ^1.0.0 || 2.x
            version: 1.0.0(b@2.0.0)
          c:
            specifier: link:../c
            version: ~
          d:
            specifier: workspace:*
            version: https://a.example/d?e,f#g

    packages:

      '@s/a@1.0.0':
        resolution: {integrity: sha512-Zm9v+/==, tarball: https://a.example/a.tgz}
        engines: {node: '>=18', 'npm': ^8 || 9}
        cpu: [x64, '!arm']
        deprecated: Don't use it, it's 'old'
        transitivePeerDependencies:
          - supports-color
          - '@s/b'

      b@2.0.0:
        resolution: {}
        os: []

    """

  /// Reads any YAML; nil for a text with errors or repeated keys.
  private func parsed(_ bytes: [UInt8]) -> JSON.Value? {
    guard let document = try? YAML.Document(SourceText(file: "a", bytes: bytes)),
      document.repeatedKeys.isEmpty
    else { return nil }
    return document.root.map { JSON.Value($0) }
  }

  private func plain(_ text: String) -> JSON.Value? {
    PlainLock.read(Array(text.utf8), YAML.Document.Limits()).map { .object($0) }
  }

  @Test func `reads the usual form`() throws {
    let value = try #require(plain(Self.text))
    #expect(value == parsed(Array(Self.text.utf8)))
    #expect(value["settings"]?["count"] == 20)
    #expect(value["importers"]?["."]?["dependencies"]?["c"]?["version"] == .null)
    #expect(value["packages"]?["@s/a@1.0.0"]?["cpu"] == ["x64", "!arm"])
  }

  @Test(arguments: [
    "a: 1 # b\n", "a: b: c\n", "a: {b: c\n", "a: [b]\nb: *c\n", "a: \"b\"\n", "a:\n", "a: b",
    "a: b\n c\n", "a: b\na: c\n", "'a': é\n", "a: |\n  b\n", "a:\n- b\n", "<<: {a: b}\n",
    "a: b\r\n",
    "a: 'b\n\n  c'\n", "? a\n: b\n", "a : b\n", "a:\tb\n", "---\na: b\n", "a: !!str b\n", "- a\n",
    "... a: b\n",
    "\n",
    "\(String(repeating: "a", count: 1_025)): b\n",
  ])
  func `leaves other texts to the parser of YAML`(text: String) {
    #expect(plain(text) == nil)
  }

  @Test func `counts values`() {
    var limits = YAML.Document.Limits()
    limits.nodes = 3
    #expect(PlainLock.read(Array("a: b\n".utf8), limits) != nil)
    limits.nodes = 2
    #expect(PlainLock.read(Array("a: b\n".utf8), limits) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `reads only YAML, with the same result`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let bytes = random.damage(Array(Self.text.utf8))
      guard let object = PlainLock.read(bytes, YAML.Document.Limits()) else { continue }
      #expect(.object(object) == parsed(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
