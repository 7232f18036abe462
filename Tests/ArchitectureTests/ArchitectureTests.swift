import Architecture
import FoundationEssentials
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

@Suite struct `The architecture` {
  /// Created once, because SwiftPM takes a second to describe the package.
  private static let shared = Result { try ModuleGraph(root: root) }

  private let graph: ModuleGraph

  init() throws { graph = try Self.shared.get() }

  @Test func `lets a module import only modules of lower rank`() {
    let ranks = Dictionary(
      uniqueKeysWithValues: graph.programModules.map { ($0.name, $0.rank ?? 0) })
    for module in graph.programModules {
      let above = graph.imports(of: module).filter { (ranks[$0] ?? 0) >= module.rank ?? 0 }
      #expect(above.isEmpty, "\(module.name) (rank \(module.rank ?? 0)) imports \(above.sorted())")
    }
  }

  @Test func `imports exactly what Package.swift declares`() {
    for module in graph.programModules {
      let imports = graph.imports(of: module)
      let undeclared = imports.subtracting(module.declared).sorted()
      let unused = module.declared.subtracting(imports).sorted()
      #expect(undeclared.isEmpty, "\(module.name) imports without declaring: \(undeclared)")
      #expect(unused.isEmpty, "\(module.name) declares without importing: \(unused)")
    }
  }

  @Test func `imports each C library in one module`() {
    for library in graph.programModules where library.files.isEmpty {
      let users = graph.programModules.filter { graph.imports(of: $0).contains(library.name) }.map(
        \.name)
      #expect(users.count == 1, "\(library.name) is imported by \(users)")
    }
  }

  @Test func `imports the C library of the system in one module`() throws {
    let folders = ["Sources", "Tests", "Tools", "Benchmarks", "Fuzzing"]
    for folder in folders {
      for name in try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      where name.hasSuffix(".swift") && name != "Libc/Libc.swift" {
        let text = try String(contentsOfFile: "\(root)/\(folder)/\(name)", encoding: .utf8)
        let line = text.split(separator: "\n").first { line in
          ["Glibc", "Musl", "Darwin"].contains { line.hasSuffix("import \($0)") }
        }
        #expect(line == nil, "\(folder)/\(name): import Libc instead")
      }
    }
  }

  @Test func `does not use Foundation, for a small binary that starts fast`() {
    for file in graph.programModules.flatMap(\.files) {
      let heavy = file.imports.intersection(["Foundation", "FoundationNetworking"])
      #expect(heavy.isEmpty, "\(file.path) imports \(heavy)")
    }
  }

  @Test func `documents every declaration that modules share`() {
    #expect(graph.undocumented == [:])
  }

  @Test func `has a file for each forge that names it`() {
    let folders = Dictionary(
      grouping: graph.programModules.first { $0.name == "Forges" }?.files.map(\.path) ?? [],
      by: { $0.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" })
    // Host is what the clients of all forges share.
    for (forge, files) in folders where !forge.hasSuffix(".swift") && forge != "Host" {
      #expect(files.contains { $0.hasSuffix("/\(forge)Forge.swift") }, "\(forge) has no forge")
    }
  }

  @Test func `has every file that its page names`() throws {
    let page = try String(contentsOfFile: root + "/docs/architecture.md", encoding: .utf8)
    let present = Set(graph.programModules.flatMap(\.files).map(\.path))
    let named = page.split(separator: "`").filter { $0.hasSuffix(".swift") }.map(String.init)
    let missing = named.filter { name in
      let path = name.hasPrefix("Sources/") ? name : "Sources/" + name
      return name.contains("/") && !present.contains(path)
    }
    #expect(named.count > 40)
    #expect(missing.isEmpty)
  }

  @Test func `passes a repository through at most nine files of a run`() throws {
    let page = try String(contentsOfFile: root + "/docs/architecture.md", encoding: .utf8)
    let run = try #require(
      page.split(separator: "`martlet run`, for one repository:").dropFirst().first)
    let rows = run.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
      .filter { $0.contains(/^\| [0-9]+ \|/) }
    #expect((1...9).contains(rows.count))
  }

  @Test func `names no type after its module`() {
    for module in graph.programModules {
      let declares = ["struct", "enum", "actor", "protocol", "class"].flatMap { kind in
        [" ", ":"].map { "package \(kind) \(module.name)\($0)" }
      }
      for file in module.files {
        let clash = file.lines.first { line in
          line.contains("package ") && declares.contains { line.contains($0) }
        }
        #expect(clash == nil, "\(file.path): \(clash ?? "")")
      }
    }
  }

  @Test func `keeps files and functions short`() {
    let files = graph.programModules.flatMap(\.files)
    let sizes = Sizes(files)
    for file in files { #expect(file.lines.count <= 500, "\(file.path)") }
    #expect(quantile(sizes.files, 0.5) <= 120)
    #expect(quantile(sizes.files, 0.9) <= 300)
    #expect(quantile(sizes.functions, 0.5) <= 6)
    #expect(quantile(sizes.functions, 0.9) <= 25)
  }

  @Test func `starts no other program, so that a hostile manifest cannot run code`() {
    let words = ["posix_spawn", "fork()", "vfork", "execv", "popen(", " system(", " Process("]
    for file in graph.programModules.flatMap(\.files) {
      for word in words {
        let line = file.lines.first { line in
          let code = line.prefix(while: { $0 == " " }).count
          return !line.dropFirst(code).hasPrefix("//") && line.contains(word)
        }
        #expect(line == nil, "\(file.path): \(line ?? "")")
      }
    }
  }

  @Test func `starts only itself, in one place that names no other program`() throws {
    let folder = root + "/Sources/C"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".h") }
    let starters = try names.filter { name in
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      return ["posix_spawn(", "fork(", "execv(", "execve(", "popen(", "system("].contains {
        text.contains($0)
      }
    }
    #expect(starters == ["isolation/functions.c"])
    let text = try String(contentsOfFile: "\(folder)/isolation/functions.c", encoding: .utf8)
    #expect(text.contains(#"static const char program[] = "/proc/self/exe";"#))
    #expect(text.split(separator: "posix_spawn(").count == 2)
    #expect(text.contains("posix_spawn(child, program, "))
    #expect(text.split(separator: "execve(").count == 2)
    #expect(text.contains("execve(program, arguments, environment);"))
    // A loader as the program starts the file `martlet` beside itself, and no other.
    #expect(text.contains("static char *const *arguments = words;"))
    #expect(text.split(separator: " arguments = ").count == 2)
    #expect(text.contains(" arguments = loader_words;"))
    #expect(text.contains(#"{"martlet", "--argv0", "martlet", beside, "worker", NULL}"#))
    #expect(text.contains(#"strncmp(name, "/ld-linux", strlen("/ld-linux")) != 0) return;"#))
    #expect(text.split(separator: "strcpy(").count == 2)
    #expect(text.contains(#"strcpy(name + 1, "martlet");"#))
  }

  @Test func `exits without exit handlers of libraries, which could race with threads`() {
    for file in graph.programModules.flatMap(\.files) {
      let line = file.lines.first { $0.contains(" exit(") || $0.contains("atexit(") }
      #expect(line == nil, "\(file.path): \(line ?? "")")
    }
  }

  @Test func `has no forced tries, forced casts or fatal errors`() {
    let words = ["try!", "as!", "fatalError("]
    for file in graph.programModules.flatMap(\.files) {
      for word in words {
        #expect(!file.lines.contains { $0.contains(word) }, "\(file.path): \(word)")
      }
    }
  }

  @Test func `has no test that blocks a thread of the shared pool`() throws {
    // `TestSupport` makes these calls on separate threads.
    let words = [
      "usleep(", "Thread.sleep", "waitpid(", "waitid(", "posix_spawn(", "Libc.popen(",
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

@Suite struct `A source file` {
  @Test func `has functions, imports and undocumented lines`() {
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
  func `needs documentation for each package declaration`(line: String) {
    #expect(undocumented(line) == [1])
    #expect(undocumented("/// A word.\n" + line) == [])
    #expect(undocumented("/// A word.\n@inlinable\n" + line) == [])
  }

  @Test(arguments: [
    "package import Text", "package = node.spec", "package.name = name", "let name: String",
    "private var name: String", "// package var name: String",
  ])
  func `needs no documentation for other lines`(line: String) {
    #expect(undocumented(line) == [])
  }

  private func undocumented(_ text: String) -> [Int] {
    SourceFile(path: "a.swift", text: text).undocumented
  }

  @Test func `needs documentation for the members of a package protocol`() {
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
