import Ecosystem
import Gems
import Ruby
import Text

/// Evaluates `gem` and `gemspec`.
extension GemfileHost {
  private static let options: Set = [
    "group", "groups", "git", "path", "glob", "name", "branch", "ref", "tag", "require",
    "submodules", "platform", "platforms", "source", "install_if", "force_ruby_platform",
  ]

  /// The maximum number of gems in a Gemfile; the largest known ones name a few hundred.
  private static let gemLimit = 5_000

  private static let builtinShorthands: Set = ["github", "gist", "bitbucket", "gitlab"]

  func addGem(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    var call = call
    if let given = call.positional.last?.pairs {
      call.positional.removeLast()
      call.options = given + call.options
    }
    guard let first = call.positional.first, !first.isUnknown, let name = first.string?.text,
      !name.isEmpty, !name.utf8.contains(where: \.isASCIISpace)
    else { throw ruby.refusal("has a gem whose name is not known", call.range) }
    try refuseUnknownOptions(call, ruby)
    let clauses = call.positional.dropFirst().flatMap(\.elements).filter { !$0.isNil }
    guard let requirement = Self.requirement(clauses) else {
      throw ruby.refusal("has an ill-formed requirement", call.range)
    }
    var dependency = GemfileDependency(
      name: name, requirement: requirement, clauses: clauses.compactMap(\.string),
      location: ruby.source.location(at: call.range.lowerBound))
    dependency.isRequirementUnknown = call.positional.dropFirst().contains(where: \.isUnknown)
    try apply(call, to: &dependency, ruby)
    try add(dependency, call.range, ruby)
  }

  private static func requirement(_ clauses: [RubyValue]) -> GemRequirement? {
    if clauses.count == 1, case .requirement(let requirement) = clauses[0].assumed {
      return requirement
    }
    let texts = clauses.compactMap(\.printed)
    return texts.count == clauses.count ? GemRequirement(texts) : nil
  }

  private func refuseUnknownOptions(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    for pair in call.options {
      guard let name = pair.key.name,
        Self.options.contains(name) || Self.builtinShorthands.contains(name)
          || shorthands[name] != nil
      else {
        let option = pair.key.name ?? "?"
        throw ruby.refusal(
          "gives a gem the option `\(option)`, which Bundler does not know", call.range)
      }
    }
    let hasRepository = call.options.contains { pair in
      let name = pair.key.name ?? ""
      return name == "git" || Self.builtinShorthands.contains(name) || shorthands[name] != nil
    }
    guard hasRepository || call["branch"]?.isTruthy != true else {
      throw ruby.refusal("gives a gem a branch without a repository", call.range)
    }
  }

  private func apply(
    _ call: RubyInvocation, to dependency: inout GemfileDependency, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    let own = (truthy(call["groups"]) ?? call["group"])?.elements ?? []
    let all = groups + own.compactMap(\.name)
    guard all.count == groups.count + own.count else {
      throw ruby.refusal("has a group whose name is not known", call.range)
    }
    dependency.groups = all.isEmpty ? ["default"] : all
    let listed = (truthy(call["platform"]) ?? call["platforms"])?.elements ?? []
    let names = try platformNames(listed, call, ruby)
    dependency.platforms = platforms + names
    dependency.forcesRubyPlatform = call["force_ruby_platform"]?.isTruthy ?? false
    dependency.isIncluded = try isIncluded(call, ruby) && !isInEnvironment
    dependency.source = try gemSource(call, dependency, ruby) ?? source
    dependency.tag = call["tag"]?.string
  }

  private func truthy(_ value: RubyValue?) -> RubyValue? {
    value.flatMap { $0.isTruthy ? $0 : nil }
  }

  private func isIncluded(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> Bool {
    for condition in conditions + (call["install_if"].map { $0.elements } ?? []) {
      var value = condition
      if case .closure(let number) = condition.assumed { value = try ruby.invoke(number, []) }
      guard try ruby.decide(value, at: call.range) else { return false }
    }
    return true
  }

  /// Adds a dependency as Bundler does: the Gemfile has precedence over a gemspec.
  func add(
    _ new: GemfileDependency, _ range: Range<Int>, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    var new = new
    // A search for each new name would take quadratic time.
    let isKnown = !gemNames.insert(new.name).inserted
    guard isKnown, let index = gemfile.dependencies.firstIndex(where: { $0.name == new.name })
    else {
      guard gemfile.dependencies.count < Self.gemLimit else {
        throw ruby.refusal("names more than \(Self.gemLimit) gems", range)
      }
      gemfile.dependencies.append(new)
      return
    }
    let old = gemfile.dependencies[index]
    if old.requirement != new.requirement {
      guard old.isGemspecDevelopment || new.isGemspecDevelopment else {
        throw ruby.refusal("declares the same gem twice with different requirements", range)
      }
      new.requirement = GemRequirement(clauses: old.requirement.clauses + new.requirement.clauses)
    }
    if !(old.isGemspecDevelopment && new.isGemspecDevelopment) {
      if old.isGemspecDevelopment {
        gemfile.dependencies.remove(at: index)
      } else if new.isGemspecDevelopment {
        return
      } else if old.source != new.source {
        throw ruby.refusal("declares the same gem twice with different sources", range)
      }
    }
    gemfile.dependencies.append(new)
  }

  func addGemspec(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    let gemspec = try gemspec(call, ruby)
    let path = call["path"]?.printed ?? "."
    let relative = try relativePath(path, call, ruby)
    let pathSource = PathSource(
      path: relative, glob: call["glob"]?.name, isGemspec: true, name: gemspec.name)
    try addPath(pathSource, call, ruby)
    let location = ruby.source.location(at: call.range.lowerBound)
    try add(
      GemfileDependency(
        name: gemspec.name, requirement: .any, source: .path(pathSource),
        isIncluded: !isInEnvironment, location: location),
      call.range, ruby)
    let group = call["development_group"]?.name ?? "development"
    for declaration in gemspec.development {
      try add(
        GemfileDependency(
          name: declaration.dependency.name, requirement: declaration.dependency.requirement,
          clauses: declaration.clauses, source: source, groups: [group],
          isIncluded: !isInEnvironment, isGemspecDevelopment: true, location: location), call.range,
        ruby)
    }
  }

  private func gemspec(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> Gemspec {
    let base = RubyFiles.folder(of: ruby.source.file)
    guard let folder = ruby.files.resolve(call["path"]?.printed ?? ".", from: base) else {
      throw ruby.refusal("uses a gemspec outside of the repository", call.range)
    }
    let found = ruby.files.listing.files(in: folder).filter { path in
      let name = TreePath.name(of: path)
      return name.hasSuffix(".gemspec") && (name == ".gemspec" || !name.hasPrefix("."))
    }.sorted()
    var gemspecs: [Gemspec] = []
    for path in found {
      guard let text = try ruby.files.text(path) else { continue }
      gemspecs.append(
        try GemspecHost.read(text, files: ruby.files, toolchain: toolchain))
    }
    if let name = call["name"]?.name { gemspecs.removeAll { $0.name != name } }
    guard let first = gemspecs.first else {
      throw ruby.refusal("finds no gemspec", call.range)
    }
    guard gemspecs.allSatisfy({ $0.name == first.name && $0.version == first.version }) else {
      throw ruby.refusal("finds several gemspecs without `name:`", call.range)
    }
    return gemspecs.first { $0.platform == "ruby" } ?? first
  }
}
