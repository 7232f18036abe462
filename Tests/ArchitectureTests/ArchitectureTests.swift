import Architecture
import FoundationEssentials
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

@Suite struct `The house` {
  /// Described once: SwiftPM takes a second for it.
  private static let described = Result { try House(root: root) }

  private let house: House

  init() throws { house = try Self.described.get() }

  @Test func `lets a room import only rooms of lower rank`() {
    let ranks = Dictionary(uniqueKeysWithValues: house.rooms.map { ($0.name, $0.rank ?? 0) })
    for room in house.rooms {
      let above = house.imports(of: room).filter { (ranks[$0] ?? 0) >= room.rank ?? 0 }
      #expect(above.isEmpty, "\(room.name) (rank \(room.rank ?? 0)) imports \(above.sorted())")
    }
  }

  @Test func `imports what Package.swift declares, no more and no less`() {
    for room in house.rooms {
      let imports = house.imports(of: room)
      let undeclared = imports.subtracting(room.declared).sorted()
      let unused = room.declared.subtracting(imports).sorted()
      #expect(undeclared.isEmpty, "\(room.name) imports without declaring: \(undeclared)")
      #expect(unused.isEmpty, "\(room.name) declares without importing: \(unused)")
    }
  }

  @Test func `imports each C library in one room`() {
    for library in house.rooms where library.files.isEmpty {
      let users = house.rooms.filter { house.imports(of: $0).contains(library.name) }.map(\.name)
      #expect(users.count == 1, "\(library.name) is imported by \(users)")
    }
  }

  @Test func `keeps Foundation out, for a small binary that starts at once`() {
    for file in house.rooms.flatMap(\.files) {
      let heavy = file.imports.intersection(["Foundation", "FoundationNetworking"])
      #expect(heavy.isEmpty, "\(file.path) imports \(heavy)")
    }
  }

  @Test func `documents what modules share, properties and witnesses included`() {
    #expect(house.undocumented == [:])
  }

  @Test func `gives siblings the same files`() {
    let verbs = [
      "Discover", "Read", "LookUp", "Resolve", "Edit", "Explain", "Imports", "Upstream", "Version",
    ]
    for ecosystem in ["SwiftPM", "Bundler", "NPM"] {
      expectFiles(verbs + [ecosystem + "Ecosystem"], inModule: ecosystem)
    }
    let folders = Dictionary(
      grouping: house.rooms.first { $0.name == "Forges" }?.files.map(\.path) ?? [],
      by: { $0.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" })
    for (forge, files) in folders where !forge.hasSuffix(".swift") {
      #expect(files.contains { $0.hasSuffix("/\(forge)Forge.swift") }, "\(forge) has no forge")
    }
  }

  private func expectFiles(_ names: [String], inModule module: String) {
    let files = house.rooms.first { $0.name == module }?.files.map(\.path) ?? []
    let present = Set(files.compactMap { $0.split(separator: "/").last.map(String.init) })
    let missing = names.map { $0 + ".swift" }.filter { !present.contains($0) }
    #expect(missing.isEmpty, "\(module) lacks \(missing)")
  }

  @Test func `names no type after its module`() {
    for room in house.rooms {
      let declares = ["struct", "enum", "actor", "protocol", "class"].flatMap { kind in
        [" ", ":"].map { "package \(kind) \(room.name)\($0)" }
      }
      for file in room.files {
        let clash = file.lines.first { line in
          line.contains("package ") && declares.contains { line.contains($0) }
        }
        #expect(clash == nil, "\(file.path): \(clash ?? "")")
      }
    }
  }

  @Test func `keeps files and functions short`() {
    let files = house.rooms.flatMap(\.files)
    let sizes = Sizes(files)
    for file in files { #expect(file.lines.count <= 500, "\(file.path)") }
    #expect(quantile(sizes.files, 0.5) <= 120)
    #expect(quantile(sizes.files, 0.9) <= 300)
    #expect(quantile(sizes.functions, 0.5) <= 6)
    #expect(quantile(sizes.functions, 0.9) <= 25)
  }

  @Test func `starts no other program, so that a hostile manifest has nothing to run in`() {
    let words = ["posix_spawn", "fork()", "vfork", "execv", "popen(", " system(", " Process("]
    for file in house.rooms.flatMap(\.files) {
      for word in words {
        let line = file.lines.first { line in
          let code = line.prefix(while: { $0 == " " }).count
          return !line.dropFirst(code).hasPrefix("//") && line.contains(word)
        }
        #expect(line == nil, "\(file.path): \(line ?? "")")
      }
    }
  }

  @Test func `ends without libraries' handlers, which would meet threads that still run`() {
    for file in house.rooms.flatMap(\.files) {
      let line = file.lines.first { $0.contains(" exit(") || $0.contains("atexit(") }
      #expect(line == nil, "\(file.path): \(line ?? "")")
    }
  }

  @Test func `holds no traps: no force unwraps of tries and casts, no unchecked promises`() {
    let words = ["try!", "as!", "fatalError("]
    for file in house.rooms.flatMap(\.files) {
      for word in words {
        #expect(!file.lines.contains { $0.contains(word) }, "\(file.path): \(word)")
      }
    }
  }

  @Test func `lets no test hold a thread of the pool that all share`() throws {
    // `TestSupport` has these calls, on threads of their own.
    let words = [
      "usleep(", "Thread.sleep", "waitpid(", "waitid(", "posix_spawn(", "Glibc.popen(",
      "DispatchSemaphore(", " Process()",
    ]
    let names = try FileManager.default.subpathsOfDirectory(atPath: root + "/Tests")
    let tests = names.filter { name in
      name.hasSuffix(".swift") && !name.hasPrefix("TestSupport/")
        && !name.hasPrefix("ArchitectureTests/")
    }
    #expect(!tests.isEmpty)
    for name in tests {
      let text = try String(contentsOfFile: "\(root)/Tests/\(name)", encoding: .utf8)
      #expect(words.filter { text.contains($0) } == [], "Tests/\(name)")
    }
  }
}

@Suite struct `The measure` {
  @Test func `finds functions, imports and what lacks documentation`() {
    let file = SourceFile(
      path: "a.swift",
      text: """
        package import Text
        private import struct HTTP.Client

        /// A thing.
        package struct Thing {
          package init() {}
          /// Does it.
          package func run() {
            let brace = "}"
            print(brace)
          }
        }
        """)
    #expect(file.imports.contains("Text"))
    #expect(file.undocumented == [6])
    #expect(file.functions.map(\.lines) == [0, 2])
  }

  @Test(arguments: [
    "package struct Thing {", "package final class Thing {", "package indirect enum Thing {",
    "package let name: String", "package private(set) var count = 0",
    "package static let none = Thing()", "@inlinable package func run() {",
    "package static func < (left: Thing, right: Thing) -> Bool {",
    "package init?(_ text: String) {",
    "package subscript<Key>(key: Key) -> Int {", "nonisolated package var description: String {",
  ])
  func `asks for a word about a declaration`(line: String) {
    #expect(undocumented(line) == [1])
    #expect(undocumented("/// A word.\n" + line) == [])
    #expect(undocumented("/// A word.\n@inlinable\n" + line) == [])
  }

  @Test(arguments: [
    "package import Text", "package = node.spec", "package.name = name", "let name: String",
    "private var name: String", "// package var name: String",
  ])
  func `passes over what is no declaration for others`(line: String) {
    #expect(undocumented(line) == [])
  }

  private func undocumented(_ text: String) -> [Int] {
    SourceFile(path: "a.swift", text: text).undocumented
  }

  @Test func `asks for a word about the members of a shared protocol`() {
    let file = SourceFile(
      path: "a.swift",
      text: """
        /// Does things.
        package protocol Doing {
          associatedtype Thing
          /// Its name.
          var name: String { get }
          func run(
            of thing: Thing
          ) async
        }

        protocol Hidden {
          var name: String { get }
        }
        """)
    #expect(file.undocumented == [3, 6])
  }
}
