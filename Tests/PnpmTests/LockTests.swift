import Ecosystem
import FoundationEssentials
import JSON
import Testing
import Text
import YAML

@testable import JavaScript
@testable import Pnpm

@Suite struct `A text in a lock` {
  @Test(arguments: [
    ("1.2.3", "1.2.3"), ("1.0", "'1.0'"), ("123", "'123'"), ("true", "'true'"), ("yes", "yes"),
    ("null", "'null'"), ("^1.0.0", "^1.0.0"), ("~1", "~1"), (">=1", "'>=1'"), ("*", "'*'"),
    ("@s/x", "'@s/x'"), ("catalog:", "'catalog:'"), ("catalog:old", "catalog:old"),
    ("link:../a", "link:../a"), ("1.x || 2.x", "1.x || 2.x"), ("1 - 2", "1 - 2"), ("", "''"),
    ("# no", "'# no'"), ("It's over: go", "'It''s over: go'"),
    ("it's \"no\" [y]", "it's \"no\" [y]"),
    ("workspace:*", "workspace:*"), ("0x1f", "'0x1f'"), ("2020-01-01", "'2020-01-01'"),
    ("a\tb\u{1}", "\"a\\tb\\x01\""), ("a\nb", "|-\n  a\n  b"), ("-x", "'-x'"), ("1e3", "'1e3'"),
  ])
  func `has quotes only if YAML reads it as another type`(text: String, written: String) {
    let scalar = LockScalar(text, isSingleLine: false, isInBlock: true)
    #expect(scalar.text(level: 1, width: nil) == written)
  }
}

@Suite struct `A path of a package` {
  @Test(arguments: [
    ("a@1.0.0", "a@1.0.0", "a@1.0.0"), ("a@1.0.0(b@2.0.0(c@3.0.0))(d@1.0.0)", "a@1.0.0", "a@1.0.0"),
    ("@s/a@1.0.0(patch_hash=ab)(b@1.0.0)", "@s/a@1.0.0", "@s/a@1.0.0(patch_hash=ab)"),
    ("a@1.0.0(patch_hash=ab)", "a@1.0.0", "a@1.0.0(patch_hash=ab)"), ("", "", ""), (")", ")", ")"),
  ])
  func `loses its suffixes`(path: String, package: String, patched: String) {
    #expect(DependencyPath.withoutSuffix(path) == package)
    #expect(DependencyPath.withoutPeers(path) == patched)
  }

  @Test(arguments: [
    ("1.0.0", "a", "a@1.0.0"), ("b@1.0.0", "a", "b@1.0.0"),
    ("@s/b@1.0.0(c@1.0.0)", "a", "@s/b@1.0.0(c@1.0.0)"),
    ("1.0.0(b@1.0.0)", "a", "a@1.0.0(b@1.0.0)"), ("link:../a", "a", nil),
  ])
  func `is found from a reference`(reference: String, alias: String, path: String?) {
    #expect(DependencyPath.path(of: reference, alias: alias) == path)
  }
}

@Suite struct `A lock of pnpm` {
  private static let text = """
    lockfileVersion: '9.0'

    settings:
      autoInstallPeers: true
      excludeLinksFromLockfile: false

    importers:

      .:
        dependencies:
          a:
            specifier: ^1.0.0
            version: 1.0.0(b@2.0.0)

    packages:

      a@1.0.0:
        resolution: {integrity: sha512-x}
        engines: {node: '>=18'}
        peerDependencies:
          b: '*'

      b@2.0.0:
        resolution: {integrity: sha512-y}
        os: [linux, '!win32']

    snapshots:

      a@1.0.0(b@2.0.0):
        dependencies:
          b: 2.0.0

      b@2.0.0: {}

    """

  @Test func `is written as it was read`() throws {
    let lock = try Lock(LockDocument(SourceText(file: "pnpm-lock.yaml", Self.text)))
    #expect(String(decoding: lock.bytes, as: UTF8.self) == Self.text)
  }

  @Test func `keeps the document before it`() throws {
    let environment = "---\nlockfileVersion: '9.0'\n\n---\n"
    let source = SourceText(file: "pnpm-lock.yaml", environment + Self.text)
    let document = try LockDocument(source)
    #expect(document.environment == Array(environment.utf8))
    #expect(try Lock(document).bytes == Array(Self.text.utf8))
  }

  @Test(arguments: ["5.4", "6.1", "10.0"])
  func `is refused in another version`(version: String) throws {
    let text = Self.text.replacing("'9.0'", with: "'\(version)'")
    #expect(throws: Problem.self) {
      try Lock(LockDocument(SourceText(file: "pnpm-lock.yaml", text)))
    }
  }

  // Forty thousand packages take seconds; if each searched all others, it would be many minutes.
  @Test(.timeLimit(.minutes(10))) func `is read in linear time`() throws {
    let count = 40_000
    let packages = (0..<count).map { "  p\($0)@1.0.0:\n    resolution: {integrity: sha512-A==}\n" }
    let snapshots = (0..<count).map { "  p\($0)@1.0.0: {}\n" }
    let text = "lockfileVersion: '9.0'\npackages:\n" + packages.joined() + "snapshots:\n"
    let source = SourceText(file: "pnpm-lock.yaml", text + snapshots.joined())
    #expect(try Lock(LockDocument(source)).packages.count == count)
  }
}

@Suite struct `An old lock` {
  @Test(arguments: [
    "lockfileVersion: 5.4\n\ndependencies:\n  a: 1.5.0_react@18.0.0\n",
    "lockfileVersion: '6.0'\n\ndependencies:\n  a:\n    specifier: ^1.0.0\n    version: 1.5.0\n",
  ])
  func `has the versions of direct dependencies`(text: String) {
    let copies = OldLock.copies(SourceText(file: "pnpm-lock.yaml", text))
    #expect(copies.versions(of: "a") == ["1.5.0"])
  }
}

@Suite struct `A catalog` {
  @Test func `keeps comments, quotes and blank lines when an entry is edited`() throws {
    let before = """
      # members
      packages: ["packages/*"]

      catalog:
        a: ^1.0.0   # pinned by the team
        "b": "1.0.0"

      catalogs:
        old: {a: '^0.9.0'}

      """
    let file = try WorkspaceFile(SourceText(file: "pnpm-workspace.yaml", before))
    let edits = file.catalogs.map { ManifestEdit($0.site, name: $0.name, after: ">=2") }
    let after = try edits.applied(to: file.document.source).string
    #expect(
      after
        == before.replacing("^1.0.0 ", with: "'>=2' ").replacing("\"1.0.0\"", with: "\">=2\"")
        .replacing("'^0.9.0'", with: "'>=2'"))
  }
}

@Suite struct `Hashes of pnpm` {
  @Test func `of version 9 are in base 32`() {
    #expect(Base32.encode(Array("foobar".utf8)) == "mzxw6ytboi")
  }

  @Test func `replace long peers`() throws {
    let ten = try PnpmVersion("10.0.0", at: nil)
    #expect(PeerSuffix.text(["b@1", "a@1"], limit: 100, ten) == "(a@1)(b@1)")
    #expect(PeerSuffix.text(["b@1", "a@1"], limit: 3, ten).count == 34)
  }
}

/// A folder with locks of public repositories, which aren't part of this one.
private let locks = ProcessInfo.processInfo.environment["MARTLET_PNPM_LOCKS"]

@Suite(.enabled(if: locks != nil, "needs MARTLET_PNPM_LOCKS: real locks"))
struct `Locks of public repositories` {
  @Test func `are written as they were read, or refused`() throws {
    let folder = try #require(locks)
    var refused = 0
    var identical = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      do throws(Problem) {
        let document = try LockDocument(SourceText(file: name, bytes: bytes))
        let lock = try Lock(document)
        var forms = [document.environment + lock.bytes(try PnpmVersion("10.0.0", at: nil))]
        if forms != [bytes] {
          forms.append(document.environment + lock.bytes(try PnpmVersion("9.0.0", at: nil)))
        }
        try LockFormat(tool: "pnpm", command: "pnpm install")
          .prove(document.source, isOneOf: forms)
        identical += 1
      } catch {
        #expect(error.kind == .refused, "\(name): \(error.message)")
        print("refused: \(name):\(error.location?.line ?? 0) \(error.message)")
        refused += 1
      }
    }
    print("\(identical) locks identical, \(refused) refused")
  }
  @Test func `are read like any YAML`() throws {
    let folder = try #require(locks)
    var limits = YAML.Document.Limits()
    limits.size = .max
    limits.nodes = .max
    var plain = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      guard let root = PlainLock.read(bytes, limits) else { continue }
      let document = try YAML.Document(SourceText(file: name, bytes: bytes), limits: limits)
      #expect(document.root.map { Value($0) } == .object(root), "\(name)")
      plain += 1
    }
    print("\(plain) locks are plain")
  }
}
