package import Ecosystem
import FoundationEssentials
package import JSON

/// A file of `Tests/Recorded`: invented packages, and what a native tool made of projects.
package struct Recording {
  /// The whole document; `Tests/Recorded/README.md` describes it.
  package let root: Node

  /// Reads the recording of a tool.
  ///
  /// - Throws: If the file is missing or isn't JSON.
  package init(_ name: String, file: String = #filePath) throws {
    let path = file.split(separator: "/").dropLast(2).joined(separator: "/")
    let url = URL(filePath: "/\(path)/Recorded/\(name).json")
    root = try Document(Array(Data(contentsOf: url)), named: name).root
  }

  /// The cases in the order of the file.
  package var cases: [RecordedCase] { root["cases"]?.elements.map(RecordedCase.init) ?? [] }

  /// The texts of an object, by key.
  package func texts(_ key: String) -> [String: String] { RecordedCase.texts(root[key]) }
}

/// A project, a goal, and the files that the native tool wrote.
package struct RecordedCase: Sendable {
  /// Such as `npm-07`.
  package let id: String
  /// The words of martlet's command, without the path.
  package let words: [String]
  /// The files of the project, by path.
  package let before: [String: String]
  /// The files that the tool changed, by path; nil if it found no solution.
  package private(set) var after: [String: String]?

  /// Returns the case with the answer of another version of the tool: an object with `after`.
  package func answered(by node: Node?) -> RecordedCase {
    var result = self
    result.after = node?["after"].map(Self.texts)
    return result
  }

  fileprivate init(_ node: Node) {
    id = node["id"]?.string ?? ""
    words = node["goal"]?.elements.compactMap(\.string) ?? []
    before = Self.texts(node["before"])
    after = node["after"].map(Self.texts)
  }

  fileprivate static func texts(_ node: Node?) -> [String: String] {
    (node?.dictionary ?? [:]).compactMapValues(\.string)
  }

  /// Runs the case in an ecosystem and compares every file.
  ///
  /// - Returns: Nil if martlet answers as the tool does, or else what differs.
  package func difference(in ecosystem: some PackageEcosystem) async -> String? {
    let tree = SourceTree(name: "project", files: before)
    guard let project = ecosystem.discover(in: tree.paths).first(where: { $0.directory == "/" })
    else { return "no project" }
    do throws(Problem) {
      let change = try await ecosystem.open(project, in: tree).change(toward: goal)
      guard let after else { return "the tool found no solution" }
      var written: [String: String] = [:]
      for file in change.files {
        written[file.path] = file.after.map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      let paths = Set(written.keys).union(after.keys).sorted()
      return paths.first { written[$0] != after[$0] }.map { "\($0) differs" }
    } catch {
      return after == nil && error.kind == .unsolvable ? nil : "\(error.kind): \(error.message)"
    }
  }

  private var goal: Goal {
    var update = UpdateOptions()
    update.withDependencies = words.contains("--with-dependencies")
    var lock = LockOptions()
    lock.checksums = words.contains("--add-checksums")
    if let index = words.firstIndex(of: "--add-platform") { lock.platforms = [words[index + 1]] }
    if words.first == "lock" { return .lock(lock) }
    let names = words.dropFirst().filter { !$0.hasPrefix("--") }
    return names.isEmpty
      ? .updateAll(update) : .update(names.map(Self.target), update)
  }

  /// Splits `NAME@VERSION`; the `@` of a scope is part of the name.
  private static func target(_ word: String) -> Goal.Target {
    guard let sign = word.lastIndex(of: "@"), sign != word.startIndex else {
      return Goal.Target(name: word)
    }
    return Goal.Target(
      name: String(word[..<sign]), version: String(word[word.index(after: sign)...]))
  }
}
