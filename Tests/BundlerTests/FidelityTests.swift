import Ecosystem
import FoundationEssentials
import Git
import TestSupport
import Testing
import Text
import Versioning

@testable import Bundler

/// A lock that Bundler wrote, and its arguments.
struct RecordedPair: Decodable, Sendable {
  var id: String
  var universe: String
  var ruby: String
  var rubygems: String
  var bundler: String
  var platform: String
  var lock_in: Bool
  var martlet: [String]

  /// The goal that the command line means.
  var goal: Goal {
    var words = martlet.dropFirst()
    var names: [String] = []
    var update = UpdateOptions()
    var lock = LockOptions()
    while let word = words.popFirst() {
      switch word {
      case "--with-dependencies": update.withDependencies = true
      case "--strict": update.strict = true
      case "--level": update.level = words.popFirst().flatMap(Step.init(rawValue:))
      case "--add-platform": lock.platforms += words.popFirst().map { [$0] } ?? []
      case "--add-checksums": lock.checksums = true
      case "--all-locked": break
      default: names.append(word)
      }
    }
    if martlet[0] == "lock" { return .lock(lock) }
    return names.isEmpty
      ? .updateAll(update) : .update(names.map { Goal.Target(name: $0) }, update)
  }
}

/// The result of a pair.
enum Verdict: String {
  case identical, refused, wrong
}

@Suite(.enabled(if: SharedFolder.isPresent, "needs MARTLET_SHARED: the kits of the native tools"))
struct `Locks that Bundler 2.7.2 wrote` {
  /// Runs one pair in process; `pairs` has its files, `kit` the indexes.
  private func run(
    _ pair: RecordedPair, _ kit: String, pairs: String? = nil
  ) async throws -> (Verdict, String) {
    let folder = "\(pairs ?? kit)/pairs/\(pair.id)"
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
    }
    var files = ["Gemfile": try text("Gemfile")]
    if pair.lock_in { files["Gemfile.lock"] = try text("Gemfile.lock.in") }
    let expected = try text("expected.lock")
    let profile = Toolchain([
      .ruby: pair.ruby, .rubygems: pair.rubygems, .bundler: pair.bundler,
      .rubyPlatform: pair.platform,
    ])
    let bundler = BundlerEcosystem(
      http: FolderClient.client("\(kit)/\(pair.universe)"), git: .refusing, toolchain: profile)
    let tree = SourceTree(name: "project", files: files)
    let project = try #require(bundler.discover(in: tree.paths).first)
    do throws(Problem) {
      let change = try await bundler.open(project, in: tree).change(toward: pair.goal)
      let lock = change.files.first { $0.path == "Gemfile.lock" }?.after
      let written = lock.map { String(decoding: $0, as: UTF8.self) } ?? files["Gemfile.lock"] ?? ""
      return written == expected ? (.identical, "") : (.wrong, difference(expected, written))
    } catch {
      return (error.kind == .refused ? .refused : .wrong, "\(error)")
    }
  }

  private func difference(_ expected: String, _ written: String) -> String {
    let (left, right) = (expected.split(separator: "\n"), written.split(separator: "\n"))
    let changes = right.difference(from: left)
    return changes.prefix(8).map { change in
      switch change {
      case .insert(_, let line, _): "+" + line
      case .remove(_, let line, _): "-" + line
      }
    }.joined(separator: "\n    ")
  }

  @Test func `come out byte for byte`() async throws {
    let kit = try await SharedFolder.unpack()
    let pairs = try Self.pairs(in: try SharedFolder.data("pairs.jsonl"))
    let only = ProcessInfo.processInfo.environment["MARTLET_PAIR"]
    var counts: [Verdict: Int] = [:]
    for pair in pairs where only.map(pair.id.contains) ?? true {
      let (verdict, detail) = try await run(pair, kit)
      counts[verdict, default: 0] += 1
      if verdict != .identical { print("\(verdict.rawValue): \(pair.id)\n    \(detail)") }
    }
    print(
      "identical \(counts[.identical] ?? 0), refused \(counts[.refused] ?? 0), wrong \(counts[.wrong] ?? 0)"
    )
    #expect(counts[.wrong] == nil)
    #expect(only != nil || counts[.identical] ?? 0 >= 272)
  }

  private static func pairs(in data: Data) throws -> [RecordedPair] {
    try String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      try JSONDecoder().decode(RecordedPair.self, from: Data($0.utf8))
    }
  }

  @Test(
    .enabled(
      if: !OtherBundlers.folders.isEmpty, "needs MARTLET_BUNDLERS: source trees of Bundler"),
    arguments: OtherBundlers.folders)
  func `come out as other versions write them`(folder: String) async throws {
    let kit = try await SharedFolder.unpack()
    let lines = try Data(contentsOf: URL(filePath: folder + "/pairs.jsonl"))
    var counts: [Verdict: Int] = [:]
    for pair in try Self.pairs(in: lines) {
      let (verdict, detail) = try await run(pair, kit, pairs: folder)
      counts[verdict, default: 0] += 1
      if verdict != .identical {
        print("\(verdict.rawValue): Bundler \(pair.bundler) \(pair.id)\n    \(detail)")
      }
    }
    print(
      "\(folder): identical \(counts[.identical] ?? 0), refused \(counts[.refused] ?? 0), wrong \(counts[.wrong] ?? 0)"
    )
    #expect(counts[.wrong] == nil)
  }

  @Test func `read back as they were written`() async throws {
    let kit = try await SharedFolder.unpack()
    let lines = String(decoding: try SharedFolder.data("pairs.jsonl"), as: UTF8.self)
    for line in lines.split(separator: "\n") {
      let pair = try JSONDecoder().decode(RecordedPair.self, from: Data(line.utf8))
      let bytes = Array(
        try Data(contentsOf: URL(filePath: "\(kit)/pairs/\(pair.id)/expected.lock")))
      let lock = try LockfileReader.read(SourceText(file: "Gemfile.lock", bytes: bytes))
      #expect(LockfileWriter.write(lock) == bytes, "\(pair.id)")
    }
  }
}

/// The cases that `Scripts/bundler-cases` made, a folder for each version.
enum OtherBundlers {
  static let folders: [String] = {
    let scratch = ProcessInfo.processInfo.environment["MARTLET_SCRATCH"] ?? ""
    let root = scratch + "/bundler-cases"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().map { "\(root)/\($0)" }
  }()
}

extension Git.Client {
  /// A world without repositories.
  static let refusing = Git.Client(
    references: { remote throws(GitError) in throw GitError(.unreachable, subject: remote) },
    files: { remote, _, _ throws(GitError) in throw GitError(.unreachable, subject: remote) })
}
