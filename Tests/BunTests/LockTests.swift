import Ecosystem
import JSON
import TestSupport
import Testing
import Text

@testable import Bun

private func lock(_ text: String) throws(Problem) -> BunLock {
  try BunLock(SourceText(file: "bun.lock", text))
}

@Suite struct `A lock of Bun` {
  private static let text = #"""
    {
      "lockfileVersion": 3,
      "configVersion": 1,
      "workspaces": {
        "": {
          "name": "x",
          "dependencies": {
            "a": "  ^1.0.0 ",
          },
          "optionalPeers": [
            "ghost",
          ],
        },
        "packages/b": {
          "name": "b",
          "version": "1.0.0",
          "bin": {
            "z": "z.js",
          },
        },
      },
      "trustedDependencies": [
        "a",
      ],
      "patchedDependencies": {
        "a@1.0.0": "patches/a.patch",
      },
      "overrides": {
        "c": {
          ".": "1.0.0",
          "d": "^2.0.0",
        },
        "e": "1.0.0",
      },
      "catalog": {
        "a": "^1.0.0",
      },
      "catalogs": {
        "old": {
          "a": "1.0.0",
        },
      },
      "packageExtensions": {
        "a@1.0.0": { "dependencies": ["c"] },
      },
      "packages": {
        "a": ["a@1.0.0", "", { "os": [ "linux", "win32", ], "bin": { "a": "a.js" } }, "sha512-x"],

        "b": ["b@workspace:packages/b"],

        "a/@s/c": ["@s/c@file:c", { "dependencies": { "é": "\"" } }],

        "a/g": ["g@github:o/r#1", {}, "o-r-1", "sha512-y"],
      }
    }

    """#

  @Test func `is written as it was read`() throws {
    #expect(String(decoding: try lock(Self.text).bytes, as: UTF8.self) == Self.text)
  }

  @Test func `can have comments and lack commas`() throws {
    let loose = Self.text.replacing(",\n", with: ", // note\n").replacing("  }\n}", with: "  },\n}")
    #expect(try lock(loose).bytes == Array(Self.text.utf8))
  }

  @Test func `of an empty project is short`() throws {
    let text = """
      {
        "lockfileVersion": 2,
        "workspaces": {
          "": {},
        },
        "packages": {}
      }

      """
    #expect(String(decoding: try lock(text).bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"lockfileVersion": 4, "workspaces": {"": {}}}"#,
    #"{"lockfileVersion": 2, "workspaces": {"": {}}, "novelty": 1}"#,
    #"{"lockfileVersion": 2, "workspaces": {"": {"novelty": {}}}}"#,
    #"{"lockfileVersion": 2, "workspaces": {"": {}}, "packages": {"a": []}}"#,
    #"{"lockfileVersion": 2, "workspaces": {"": {}}, "packages": {"a": ["a@1.0.0"], "a": ["a@1"]}}"#,
  ])
  func `in another form is refused with its location`(text: String) {
    let problem = #expect(throws: Problem.self) { try lock(text) }
    #expect(problem?.kind == .refused)
    #expect(problem?.location != nil)
  }

  @Test func `splits places into names with scopes`() {
    #expect(LockedSlot.names(in: "@a/b/c/@d/e") == ["@a/b", "c", "@d/e"])
  }

  @Test(arguments: 0..<100 as Swift.Range<UInt64>)
  func `from noise is a lock or a refusal`(seed: UInt64) {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"lockfileVersion\"", "2", "\"workspaces\"", "\"\"",
      "\"packages\"", "\"a\"", "\"a@1.0.0\"", "\"name\"", "// x\n", "\n", "\u{0}", "é", "'", "\\",
    ]
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<40 { text += pieces.randomElement(using: &generator) ?? "" }
    do throws(Problem) {
      _ = try lock(text).bytes
    } catch {
      #expect(error.kind == .refused)
    }
  }
}

@Suite struct `A list of platforms` {
  private func os(_ names: String...) -> Value? {
    PlatformSet.os.value(of: .array(names.map(Value.string)))
  }

  @Test func `is a set, sorted by the length of its names`() {
    #expect(os("linux") == "linux")
    #expect(os("win32", "darwin", "linux") == ["linux", "win32", "darwin"])
    #expect(os("!win32", "linux") == "linux")
    #expect(os("!win32") == "!win32")
    #expect(os("!win32", "!linux") == ["!linux", "!win32"])
    #expect(
      os("aix", "darwin", "freebsd", "linux") == ["!sunos", "!win32", "!android", "!openbsd"])
  }

  @Test func `counts known names alone`() {
    #expect(os("haiku") == "none")
    #expect(os("haiku", "linux") == "linux")
    #expect(os("!haiku") == nil)
    #expect(os("any") == nil)
    #expect(os() == nil)
    #expect(PlatformSet.cpu.value(of: "x64") == "x64")
  }

  @Test func `of C libraries has one name or none`() {
    #expect(PlatformSet.libc(of: ["glibc"]) == "glibc")
    #expect(PlatformSet.libc(of: ["!musl"]) == "glibc")
    #expect(PlatformSet.libc(of: ["glibc", "musl"]) == nil)
    #expect(PlatformSet.libc(of: ["uclibc"]) == nil)
  }
}

@Suite struct `The order of a list that Bun keeps in a table` {
  private static let names = [
    "@kit/native-darwin-arm64", "@kit/twig", "@tray/linux-odd", "@kit/branch", "@tray/bin-two",
    "@kit/leaf",
  ]

  @Test func `is that of its slots`() {
    #expect(
      HashOrder.sorted(Self.names, reserve: 6) == [
        "@kit/native-darwin-arm64", "@kit/twig", "@kit/branch", "@tray/bin-two", "@tray/linux-odd",
        "@kit/leaf",
      ])
  }

  @Test func `changes if a name comes twice while the table is full`() {
    #expect(
      HashOrder.sorted(Self.names + ["@kit/twig"], reserve: 6) == [
        "@kit/native-darwin-arm64", "@kit/twig", "@tray/bin-two", "@kit/branch", "@kit/leaf",
        "@tray/linux-odd",
      ])
  }

  @Test func `hashes long names in blocks`() {
    let long = (1...6).map { String(repeating: "a", count: 30 + $0) }
    #expect(Set(HashOrder.sorted(long, reserve: 0)) == Set(long))
    #expect(HashOrder.nameHash(long[3]) != HashOrder.nameHash(long[4]))
  }
}
