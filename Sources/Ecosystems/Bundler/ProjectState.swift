import Ecosystem
import Text

/// A project's files as read: the manifest evaluated, the lock parsed, the tools worked out.
struct ProjectState {
  let project: Project
  let tree: SourceTree
  var reader: GemfileReader
  var gemfile: Gemfile
  /// Of a library without a Gemfile; empty for other projects.
  private(set) var gemspecs: [Gemspec] = []
  var lock: Lockfile?
  var lockBytes: [UInt8]?
  let toolchain: RubyToolchain

  /// Reads both files, the lock first: it knows the Ruby, and how conditions were answered.
  init(
    _ project: Project, in tree: SourceTree, toolchain profile: ToolchainProfile,
    lock known: Lockfile? = nil
  ) async throws(Problem) {
    self.project = project
    let library = Library(project, in: tree)
    let tree = library?.completed(tree) ?? tree
    let manifest = library?.gemfile ?? project.manifest
    self.tree = tree
    if let path = project.lock {
      let text = try await tree.read(path)
      lockBytes = text.bytes
      lock = if let known { known } else { try LockfileReader.read(text) }
    }
    let choice = ToolchainChoice(profile: profile, lock: lock)
    var toolchain = choice.toolchain(ruby: try await choice.rubyFile(beside: project, in: tree))
    reader = GemfileReader(tree: tree, toolchain: toolchain)
    gemfile = try await reader.read(manifest, lock: lock)
    if let wanted = choice.adopting(gemfile.ruby, over: toolchain) {
      toolchain = wanted
      reader = GemfileReader(tree: tree, toolchain: toolchain)
      gemfile = try await reader.read(manifest, lock: lock)
    }
    self.toolchain = toolchain
    if library != nil {
      let folder = RubyInterpreter.folder(of: manifest)
      gemspecs = try await reader.gemspecs(in: folder, matching: "{,*}.gemspec")
    }
    keepLockedRequirements()
  }

  /// Takes requirements that depend on the machine as the lock shows that they were.
  private mutating func keepLockedRequirements() {
    for index in gemfile.dependencies.indices where gemfile.dependencies[index].isRequirementUnknown
    {
      let name = gemfile.dependencies[index].name
      let locked = lock?.dependencies.first { $0.dependency.name == name }
      if let locked { gemfile.dependencies[index].requirement = locked.dependency.requirement }
    }
  }
}

/// Which Ruby, RubyGems and Bundler a lock is made for.
///
/// What the operator names goes before all; else the lock's word, the Gemfile's, a version file's,
/// and the profile's own.
struct ToolchainChoice {
  let profile: ToolchainProfile
  let lock: Lockfile?

  /// The tools with a Ruby that a file names.
  func toolchain(ruby named: GemVersion?) -> RubyToolchain {
    let fallback = GemVersion(profile.ruby) ?? .zero
    let locked = lock?.rubyVersion?.split(separator: " ").dropFirst().first
      .flatMap { Definition.lockedRuby(String($0)) }
    let ruby = profile.isPinned.contains(.ruby) ? fallback : locked ?? named ?? fallback
    return toolchain(for: ruby)
  }

  private func toolchain(for ruby: GemVersion) -> RubyToolchain {
    let fallback = GemVersion(profile.rubygems) ?? .zero
    let isOwn = ruby.text == profile.ruby || profile.isPinned.contains(.rubygems)
    let rubygems = isOwn ? fallback : RubyRelease.rubygems(of: ruby) ?? fallback
    return RubyToolchain(
      ruby: ruby, rubygems: rubygems, bundler: bundler, platform: profile.platform)
  }

  /// The Bundler that runs: the lock's own, unless the operator names one.
  private var bundler: GemVersion {
    let own = GemVersion(profile.bundler) ?? .zero
    guard !profile.isPinned.contains(.bundler) else { return own }
    return lock?.bundledWith.flatMap { GemVersion($0) } ?? own
  }

  /// Another set of tools, where the Gemfile names a Ruby that the first guess does not meet.
  func adopting(_ directive: RubyDirective?, over current: RubyToolchain) -> RubyToolchain? {
    guard !profile.isPinned.contains(.ruby), let directive,
      let requirement = directive.requirement, !requirement.accepts(current.ruby)
    else { return nil }
    let own = GemVersion(profile.ruby) ?? .zero
    let lowest = requirement.clauses.filter { $0.comparison != .less && $0.comparison != .unequal }
      .map(\.version).max()
    let wanted = requirement.accepts(own) ? own : lowest
    return wanted.map(toolchain(for:))
  }

  /// The Ruby of `.ruby-version` or `.tool-versions` beside a manifest.
  func rubyFile(
    beside project: Project, in tree: SourceTree
  ) async throws(Problem) -> GemVersion? {
    let folder = RubyInterpreter.folder(of: project.manifest)
    for name in [".ruby-version", ".tool-versions"] {
      let path = folder.isEmpty ? name : folder + "/" + name
      guard tree.paths.contains(path) else { continue }
      let text = RubyVersionFile.version(in: try await tree.read(path).string)
      if let version = GemVersion(text.replacing("-", with: ".")) { return version }
    }
    return nil
  }
}
