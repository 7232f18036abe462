import Gems
import Ruby
import Text

/// Evaluates `source`, `git`, `path` and their shorthands.
extension GemfileHost {
  func addSource(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    guard call["type"] == nil else {
      throw ruby.refusal("takes gems from a source that only a plugin knows", call.range)
    }
    let server = try server(call.positional.first ?? .nil, call, ruby)
    guard call.block != nil else {
      gemfile.global.add(server)
      return
    }
    try within(call, source: addServer(server), ruby)
  }

  private func server(
    _ value: RubyValue, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> String {
    switch value.assumed {
    case .symbol("rubygems"), .symbol("gemcutter"), .symbol("rubyforge"):
      return "http://rubygems.org"
    case .string(let cell) where cell.content.text.contains("://"): return cell.content.text
    default: throw ruby.refusal("takes gems from a server that is not known", call.range)
    }
  }

  private func addServer(_ remote: String) -> GemSource {
    var source = RubygemsSource(remotes: [])
    source.add(remote)
    if source != gemfile.global {
      gemfile.servers.removeAll { $0 == source }
      gemfile.servers.insert(source, at: 0)
    }
    return .rubygems(source)
  }

  func addShorthand(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    guard let name = call.positional.first?.name, let block = call.block else {
      throw ruby.refusal("names a git source without a block", call.range)
    }
    shorthands[name] = block
  }

  /// Returns the source in a gem's own options; nil if they have no source.
  func gemSource(
    _ call: RubyInvocation, _ dependency: GemfileDependency, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> GemSource? {
    var result: GemSource?
    if let value = call["source"] { result = addServer(try server(value, call, ruby)) }
    var options = call
    if let (name, value) = shorthand(call) {
      let added = try expand(name, value, call, ruby)
      guard let twice = added.first(where: { options[$0.key.name ?? ""] != nil }) else {
        options.options += added
        return try gemSource(call, options, result, dependency, ruby)
      }
      throw ruby.refusal(
        "gives `\(name)` together with `\(twice.key.name ?? "")`", call.range)
    }
    return try gemSource(call, options, result, dependency, ruby)
  }

  private func gemSource(
    _ call: RubyInvocation, _ options: RubyInvocation, _ server: GemSource?,
    _ dependency: GemfileDependency, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> GemSource? {
    var options = options
    var result = server
    if let uri = options["git"], !uri.isNil {
      options.positional = [uri]
      result = try gitSource(options, ruby)
    }
    if let path = call["path"], !path.isNil {
      options.positional = [path]
      result = try pathSource(options, ruby, pinned: dependency)
    }
    return result
  }

  private func shorthand(_ call: RubyInvocation) -> (String, RubyValue)? {
    let known = ["github", "gist", "bitbucket", "gitlab"] + shorthands.keys.sorted()
    for name in known.reversed() {
      if let value = call[name] { return (name, value) }
    }
    return nil
  }

  /// Expands a shorthand to options.
  private func expand(
    _ name: String, _ value: RubyValue, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> [RubyPair] {
    if let block = shorthands[name] {
      let result = try ruby.invoke(block, [value])
      // Bundler only looks at keys that are strings.
      if let pairs = result.pairs { return pairs.filter { $0.key.string != nil } }
      guard result.string != nil else {
        throw ruby.refusal("names a repository that is not known", call.range)
      }
      return [RubyPair(key: .text("git"), value: result)]
    }
    guard let repository = value.printed, let pairs = Self.builtin(name, repository) else {
      throw ruby.refusal("names a repository that is not known", call.range)
    }
    return pairs.map { RubyPair(key: .text($0.0), value: .text($0.1)) }
  }

  private static func builtin(_ name: String, _ repository: String) -> [(String, String)]? {
    let twice = repository.contains("/") ? repository : "\(repository)/\(repository)"
    switch name {
    case "github":
      return pull(repository, "https://github.com/", "/pull/", "refs/pull/")
        ?? [("git", "https://github.com/\(twice).git")]
    case "gitlab":
      return pull(repository, "https://gitlab.com/", "/-/merge_requests/", "refs/merge-requests/")
        ?? [("git", "https://gitlab.com/\(twice).git")]
    case "gist": return [("git", "https://gist.github.com/\(repository).git")]
    case "bitbucket":
      let parts = repository.slashParts(maxSplits: 1).map(String.init)
      guard let user = parts.first else { return nil }
      return [("git", "https://\(user)@bitbucket.org/\(user)/\(parts.last ?? user).git")]
    default: return nil
    }
  }

  /// Converts the URL of a pull request to its head.
  private static func pull(
    _ url: String, _ host: String, _ middle: String, _ reference: String
  ) -> [(String, String)]? {
    guard url.hasPrefix(host), let cut = url.firstRange(of: middle) else { return nil }
    let repository = url[url.index(url.startIndex, offsetBy: host.count)..<cut.lowerBound]
    let number = url[cut.upperBound...]
    guard !number.isEmpty, number.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return [("git", "\(host)\(repository).git"), ("ref", "\(reference)\(number)/head")]
  }

  func gitSource(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> GemSource {
    guard let uri = call.positional.first?.printed, !uri.isEmpty else {
      throw ruby.refusal("names a repository that is not known", call.range)
    }
    func option(_ name: String) -> String? {
      call[name].flatMap { $0.isNil ? nil : $0.printed }
    }
    let submodules = call["submodules"].flatMap { $0.isTruthy ? $0.printed : nil }
    let new = GitSource(
      uri: uri.hasSuffix("/") ? String(uri.dropLast()) : uri, ref: option("ref"),
      branch: option("branch"), tag: option("tag"), submodules: submodules,
      glob: option("glob").flatMap { $0 == GitSource.defaultGlob ? nil : $0 })
    gemfile.repositories.removeAll { $0 == new }
    gemfile.repositories.insert(new, at: 0)
    return .git(new)
  }

  func githubSource(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> GemSource {
    var options = call
    options.options += try expand("github", call.positional.first ?? .nil, call, ruby)
    options.positional = [options["git"] ?? .nil]
    return try gitSource(options, ruby)
  }

  func pathSource(
    _ call: RubyInvocation, _ ruby: RubyInterpreter, pinned: GemfileDependency? = nil
  ) throws(RubyStop) -> GemSource {
    let path = try relativePath(call.positional.first?.printed ?? "", call, ruby)
    var new = PathSource(
      path: path, glob: call["glob"]?.name.flatMap { $0 == GitSource.defaultGlob ? nil : $0 })
    if let pinned, pinned.requirement.isExact {
      new.version = pinned.requirement.clauses[0].version.text
      new.name = pinned.name
    }
    try addPath(new, call, ruby)
    return .path(new)
  }

  /// Adds a folder at the front, if it isn't there.
  func addPath(
    _ new: PathSource, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    if gemfile.paths.contains(where: { $0 == new && $0.isGemspec != new.isGemspec }) {
      throw ruby.refusal(
        "names a folder by `gemspec` and by `path`, which Bundler locks twice", call.range)
    }
    gemfile.paths.removeAll { $0 == new }
    gemfile.paths.insert(new, at: 0)
  }

  /// Converts a path to one relative to the folder of the Gemfile.
  func relativePath(
    _ path: String, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> String {
    let base = RubyFiles.folder(of: ruby.source.file)
    guard let inside = ruby.files.resolve(path, from: base) else {
      throw ruby.refusal("uses gems outside of the repository", call.range)
    }
    return Self.relative(from: rootDirectory, to: inside)
  }

  /// Returns the relative path from one folder to another, `.` if they are the same.
  static func relative(from base: String, to target: String) -> String {
    let from = base.slashParts()
    let to = target.slashParts()
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}
