import Ecosystem
import Ruby
import Text

/// Evaluates a `Gemfile` and reads the files of the repository that it needs.
struct GemfileReader: Sendable {
  let tree: SourceTree
  let toolchain: RubyToolchain
  private var manifests: RubyManifests
  /// The maximal number of comparisons of paths with a pattern.
  private static let mostComparisons = 4_000_000

  /// Prepares evaluations in a tree, with a Gemfile that isn't in it if `generated` is one.
  init(tree: SourceTree, toolchain: RubyToolchain, generated: SourceText? = nil) {
    self.tree = tree
    self.toolchain = toolchain
    manifests = RubyManifests(tree, form: "Bundler's declarative form", generated: generated)
  }

  /// Evaluates a manifest as on a clean machine; if it depends on the machine, with the answers
  /// that explain the lock.
  mutating func read(_ path: String, lock: Lockfile?) async throws(Problem) -> Gemfile {
    let first = try await evaluate(path, choices: [:])
    guard let lock, !first.choices.isEmpty else { return first }
    let locked = Set(lock.dependencies.map(\.dependency.name))
    var best = (gemfile: first, distance: Self.distance(first, locked))
    var refused: Problem?
    for answers in Self.alternatives(first.choices) where best.distance > 0 {
      guard let other = try await alternative(path, answers, &refused) else { continue }
      let distance = Self.distance(other, locked)
      if distance < best.distance { best = (other, distance) }
    }
    let known = Set(best.gemfile.dependencies.map(\.name))
    if let refused, !locked.isSubset(of: known) { throw refused }
    return best.gemfile
  }

  /// Evaluates with other answers; returns nil and sets the reason if that is refused.
  ///
  /// - Throws: a `Problem` if a file can't be read, which says nothing about the condition.
  private mutating func alternative(
    _ path: String, _ answers: [RubyChoice: Bool], _ refused: inout Problem?
  ) async throws(Problem) -> Gemfile? {
    do throws(Problem) {
      return try await evaluate(path, choices: answers)
    } catch {
      guard error.kind == .refused else { throw error }
      refused = refused ?? error
      return nil
    }
  }

  private static func distance(_ gemfile: Gemfile, _ locked: Set<String>) -> Int {
    locked.symmetricDifference(gemfile.dependencies.map(\.name)).count
  }

  /// Returns all other answers to at most five conditions, the fewest changes first.
  private static func alternatives(_ choices: [RubyChoice]) -> [[RubyChoice: Bool]] {
    let open = choices.prefix(5)
    let masks = (1..<(1 << open.count)).sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }
    return masks.map { mask in
      var answers: [RubyChoice: Bool] = [:]
      for (index, choice) in open.enumerated() where mask & (1 << index) != 0 {
        answers[choice] = !choice.assumed
      }
      return answers
    }
  }

  /// Returns a file that was read during evaluation.
  func text(_ path: String) -> SourceText? { manifests.text(path) }

  /// Evaluates a manifest, repeatedly until all needed files were read.
  private mutating func evaluate(
    _ path: String, choices: [RubyChoice: Bool]
  ) async throws(Problem) -> Gemfile {
    try await manifests.evaluate { [toolchain] files throws(RubyStop) in
      guard let source = try files.text(path) else {
        throw .refused("is not in the repository", file: path, range: 0..<0)
      }
      return try Self.evaluate(source, files: files, toolchain: toolchain, choices: choices)
    }
  }

  /// Evaluates the gemspecs in a folder that match a pattern.
  mutating func gemspecs(
    in folder: String, matching glob: String
  ) async throws(Problem) -> [Gemspec] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let below = manifests.listing.files(below: folder)
    guard let pattern = RubyGlob(glob), below.count <= Self.mostComparisons / pattern.cost
    else {
      throw Problem(
        .refused, "is a pattern for gemspecs that is too long or has too many braces",
        subject: String(glob.prefix(80)))
    }
    let found = below.filter {
      pattern.matches(String($0.dropFirst(prefix.count)))
    }.sorted { ($1.slashParts().count, $0) < ($0.slashParts().count, $1) }
    return try await manifests.evaluate { [toolchain] files throws(RubyStop) in
      var gemspecs: [Gemspec] = []
      for path in found {
        guard let text = try files.text(path) else { continue }
        gemspecs.append(
          try GemspecHost.read(text, files: files, toolchain: toolchain))
      }
      return gemspecs
    }
  }

  /// Evaluates one file with the files read so far.
  static func evaluate(
    _ source: SourceText, files: RubyFiles, toolchain: RubyToolchain,
    choices: [RubyChoice: Bool]
  ) throws(RubyStop) -> Gemfile {
    var files = files
    files.directory = RubyFiles.folder(of: source.file)
    let host = GemfileHost(rootDirectory: files.directory, toolchain: toolchain)
    host.gemfile.files = [source.file]
    let ruby = RubyInterpreter(
      files: files, runtime: toolchain.runtime, host: host, source: source, choices: choices)
    try ruby.run(source)
    host.gemfile.choices = ruby.met
    return host.gemfile
  }
}
