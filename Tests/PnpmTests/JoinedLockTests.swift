import Ecosystem
import JavaScript
import Testing
import Text

@testable import Pnpm

private func lock(_ text: String) throws -> Lock {
  try Lock(LockDocument(SourceText(file: "pnpm-lock.yaml", text)))
}

/// What a version of pnpm 8 writes for a lock that was read.
private func written(_ text: String, _ version: String) throws -> String {
  String(decoding: try lock(text).bytes(try PnpmVersion(version, at: nil)), as: UTF8.self)
}

private let single = """
  lockfileVersion: '6.0'

  settings:
    autoInstallPeers: true
    excludeLinksFromLockfile: false

  neverBuiltDependencies:
    - a

  dependencies:
    a:
      specifier: ^1.0.0
      version: 1.0.0(b@2.0.0)
    other:
      specifier: npm:@x/c@1.0.0
      version: /@x/c@1.0.0

  optionalDependencies:
    d:
      specifier: 1.0.0
      version: 1.0.0

  devDependencies:
    b:
      specifier: 2.0.0
      version: 2.0.0

  packages:

    /@x/c@1.0.0:
      resolution: {integrity: sha512-z}
      dependencies:
        alias: /b@2.0.0
      dev: false

    /a@1.0.0(b@2.0.0):
      resolution: {integrity: sha512-x}
      engines: {node: '>=18'}
      peerDependencies:
        b: '*'
      dependencies:
        b: 2.0.0
      dev: false

    /b@2.0.0:
      resolution: {integrity: sha512-y}
      requiresBuild: true

    /d@1.0.0:
      resolution: {integrity: sha512-w}
      os: [linux, '!win32']
      requiresBuild: true
      dev: false
      optional: true

  time:
    /@x/c@1.0.0: '2020-01-01T00:00:00.000Z'
    /a@1.0.0: '2020-01-01T00:00:00.000Z'

  """

private let workspace = """
  lockfileVersion: '6.0'

  settings:
    autoInstallPeers: true
    excludeLinksFromLockfile: false

  importers:

    .: {}

    packages/x:
      dependencies:
        own:
          specifier: workspace:y@*
          version: file:packages/y
        y:
          specifier: workspace:*
          version: file:packages/y
      dependenciesMeta:
        y:
          injected: true

  packages:

    file:packages/y:
      resolution: {directory: packages/y, type: directory}
      name: y
      dev: false

  """

@Suite struct `A lock of pnpm 8` {
  @Test(arguments: [single, workspace])
  func `is written as it was read`(text: String) throws {
    #expect(try written(text, "8.14.1") == text)
    #expect(try written(text, "8.15.9") == text)
  }

  @Test func `has the paths and references of version 9 in memory`() throws {
    let lock = try lock(single)
    #expect(
      lock.packages.keys.sorted() == ["@x/c@1.0.0", "a@1.0.0(b@2.0.0)", "b@2.0.0", "d@1.0.0"])
    #expect(lock.importers["."]?.reference(of: "other") == "@x/c@1.0.0")
    #expect(lock.packages["@x/c@1.0.0"]?.dependencies == ["alias": "b@2.0.0"])
    #expect(lock.times?.keys.sorted() == ["@x/c@1.0.0", "a@1.0.0"])
    #expect(lock.packages["b@2.0.0"]?.isDevelopment == nil)
    #expect(lock.packages["d@1.0.0"]?.isOptional == true)
  }

  @Test func `names members by their packages in memory`() throws {
    let lock = try lock(workspace)
    #expect(Array(lock.packages.keys) == ["y@file:packages/y"])
    let importer = lock.importers["packages/x"]
    #expect(importer?.reference(of: "y") == "file:packages/y")
    #expect(importer?.reference(of: "own") == "y@file:packages/y")
  }

  @Test(arguments: [
    ("8.15.1", ">-\n      \(String(repeating: "word ", count: 198))word\n      word word word"),
    ("8.15.2", String(repeating: "word ", count: 201) + "word"),
  ])
  func `folds long texts before 8.15.2`(version: String, expected: String) throws {
    let words = String(repeating: "word ", count: 201) + "word"
    let text = single.replacing(
      "    resolution: {integrity: sha512-y}\n",
      with: "    resolution: {integrity: sha512-y}\n    deprecated: \(words)\n")
    #expect(try written(text, version).contains("    deprecated: \(expected)\n"))
  }

  @Test(arguments: [
    "github.com/acme/a/0123456", "registry.example.com/a@1.0.0", "'@registry.example.com/a@1.0.0'",
  ])
  func `is refused with packages of other sources`(key: String) throws {
    let problem = #expect(throws: Problem.self) {
      try lock(single.replacing("  /b@2.0.0:", with: "  \(key):"))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == key.filter { $0 != "'" })
  }

  @Test func `is refused with a reference to another source`() throws {
    let problem = #expect(throws: Problem.self) {
      try lock(single.replacing("version: /@x/c@1.0.0", with: "version: github.com/acme/c/0123456"))
    }
    #expect(problem?.kind == .refused && problem?.subject == "other")
  }
}

@Suite struct `A package of a lock of pnpm 8 that is from no registry` {
  @Test(arguments: [
    ("/a@1.0.0:\n    dependencies:\n      b: github.com/x/b/1f", "b", 5),
    ("/a@1.0.0: {}\n\n  github.com/x/b/1f: {}", "github.com/x/b/1f", 5),
    ("/a@1.0.0: {}\n\n  '@x/b/1f': {}", "@x/b/1f", 5),
  ])
  func `is refused at its line`(packages: String, subject: String, line: Int) throws {
    let text = "lockfileVersion: '6.0'\npackages:\n  \(packages)\n"
    let problem = #expect(throws: Problem.self) {
      try Lock(LockDocument(SourceText(file: "pnpm-lock.yaml", text)))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == subject)
    #expect(problem?.location?.line == line)
  }
}
