/// Gathers the lines of one block of sources.
struct LockfileBlockReader {
  let kind: String
  private var options: [(key: String, value: String)] = []
  private var specs: [LockedSpec] = []
  private var inSpecs = false

  /// The number of gems so far.
  var gemCount: Int { specs.count }

  init(kind: String) {
    self.kind = kind
  }

  /// Takes a line; false where it has no known form.
  mutating func read(_ line: String) -> Bool {
    if line == "  specs:" {
      inSpecs = true
      return true
    }
    return inSpecs ? readSpec(line) : readOption(line)
  }

  private mutating func readOption(_ line: String) -> Bool {
    guard line.hasPrefix("  "), let colon = line.firstRange(of: ": ") else { return false }
    let key = line[..<colon.lowerBound].dropFirst(2)
    guard !key.isEmpty, kind == "PLUGIN SOURCE" || Self.known.contains(String(key)) else {
      return false
    }
    options.append((String(key), String(line[colon.upperBound...])))
    return true
  }

  private static let known: Set = [
    "remote", "revision", "ref", "branch", "tag", "submodules", "glob",
  ]

  private mutating func readSpec(_ line: String) -> Bool {
    guard let entry = LockfileEntry(line), entry.trailer == nil, !entry.isPinned else {
      return false
    }
    if entry.indent == 4, let spec = entry.spec {
      specs.append(spec)
      return true
    }
    guard entry.indent == 6, !specs.isEmpty, let dependency = entry.dependency else { return false }
    specs[specs.count - 1].dependencies.append(dependency)
    return true
  }

  /// The block, or nil where something is missing.
  func finish() -> Lockfile.Block? {
    source.map { Lockfile.Block(source: $0, specs: specs) }
  }

  private var source: GemSource? {
    switch kind {
    case "GEM":
      .rubygems(
        RubygemsSource(remotes: options.filter { $0.key == "remote" }.map(\.value).reversed()))
    case "GIT": git
    case "PATH": self["remote"].map { .path(PathSource(path: $0, glob: self["glob"])) }
    default: .plugin(PluginSource(options: options.map { "\($0.key): \($0.value)" }))
    }
  }

  private var git: GemSource? {
    guard let remote = self["remote"], let revision = self["revision"] else { return nil }
    return .git(
      GitSource(
        uri: remote, ref: self["ref"], branch: self["branch"], tag: self["tag"],
        submodules: self["submodules"], glob: self["glob"], revision: revision))
  }

  private subscript(key: String) -> String? { options.last { $0.key == key }?.value }
}
