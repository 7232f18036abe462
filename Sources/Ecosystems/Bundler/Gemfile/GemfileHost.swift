import Ecosystem
import Ruby
import Text

/// Implements the functions of a `Gemfile`.
final class GemfileHost: RubyHost {
  var gemfile = Gemfile()
  /// The names of `gemfile.dependencies`.
  var gemNames: Set<String> = []
  let rootDirectory: String
  let toolchain: RubyToolchain
  /// The source of gems in the current blocks.
  var source: GemSource?
  var groups: [String] = []
  var platforms: [String] = []
  var conditions: [RubyValue] = []
  var isInEnvironment = false
  /// The blocks of `git_source` by name.
  var shorthands: [String: Int] = [:]
  private var loaded = LoadedGemspecs()

  init(rootDirectory: String, toolchain: RubyToolchain) {
    self.rootDirectory = rootDirectory
    self.toolchain = toolchain
  }

  let skipsCommands = false

  func skips(_ name: String, of receiver: RubyValue?) -> Bool {
    if case .object("ignored") = receiver { return true }
    return receiver == nil && name == "plugin"
  }

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue? {
    if case .module("Gem::Specification") = object, call.name == "load" {
      return try loaded.load(call, ruby, toolchain)
    }
    if let answer = loaded.send(call, to: object) { return answer }
    return try BundlerModule(toolchain: toolchain).send(call, to: object, ruby)
  }

  func constant(_ name: String, _ ruby: RubyInterpreter) -> RubyValue? {
    BundlerModule(toolchain: toolchain).constant(name)
  }

  func call(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "gem": try addGem(call, ruby)
    case "source": try addSource(call, ruby)
    case "group": return try within(call, \.groups, adding: groupNames(call, ruby), ruby)
    case "platforms", "platform":
      let names = try platformNames(call.positional, call, ruby)
      return try within(call, \.platforms, adding: names, ruby)
    case "install_if":
      return try within(call, \.conditions, adding: call.positional, ruby)
    case "env": return try withinEnvironment(call, ruby)
    case "path": try within(call, source: try pathSource(call, ruby), ruby)
    case "git": try within(call, source: try gitSource(call, ruby), ruby)
    case "github": try within(call, source: try githubSource(call, ruby), ruby)
    case "git_source": try addShorthand(call, ruby)
    case "gemspec": try addGemspec(call, ruby)
    case "ruby": try setRuby(call, ruby)
    case "eval_gemfile": try evaluateGemfile(call, ruby)
    default: return nil
    }
    // Bundler returns an object of its own, which isn't nil.
    return .object("a line of the Gemfile")
  }

  /// Evaluates a block with additional entries in one of the lists.
  private func within<Entry>(
    _ call: RubyInvocation, _ list: ReferenceWritableKeyPath<GemfileHost, [Entry]>,
    adding entries: [Entry], _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    guard let block = call.block else {
      throw ruby.refusal("uses `\(call.name)` without a block", call.range)
    }
    let outer = self[keyPath: list]
    self[keyPath: list] += entries
    defer { self[keyPath: list] = outer }
    return try ruby.invoke(block, [])
  }

  /// Evaluates `env`, whose gems are left out if the variable isn't set.
  private func withinEnvironment(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    let names = call.positional.compactMap(\.name) + call.options.compactMap(\.key.name)
    guard let block = call.block, !names.isEmpty, !names.contains(where: ruby.isSet) else {
      throw ruby.refusal("asks for an environment variable that is set", call.range)
    }
    let outer = isInEnvironment
    isInEnvironment = true
    defer { isInEnvironment = outer }
    return try ruby.invoke(block, [])
  }

  func within(
    _ call: RubyInvocation, source: GemSource, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    guard let block = call.block else {
      throw ruby.refusal("uses `\(call.name)` without a block", call.range)
    }
    let outer = self.source
    self.source = source
    defer { self.source = outer }
    _ = try ruby.invoke(block, [])
  }

  private func groupNames(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> [String] {
    let names = call.positional.compactMap(\.name)
    guard names.count == call.positional.count else {
      throw ruby.refusal("has a group whose name is not known", call.range)
    }
    if let odd = call.options.first(where: { $0.key.name != "optional" }) {
      throw ruby.refusal(
        "gives a group the option `\(odd.key.name ?? "?")`, which Bundler does not know", call.range
      )
    }
    return names
  }

  func platformNames(
    _ values: [RubyValue], _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> [String] {
    let names = values.compactMap(\.name)
    guard names.count == values.count else {
      throw ruby.refusal("names a platform that is not known", call.range)
    }
    guard let odd = names.first(where: { !GemfilePlatforms.isKnown($0) }) else { return names }
    throw ruby.refusal("names the platform `\(odd)`, which Bundler does not know", call.range)
  }

  private func evaluateGemfile(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    let folder = RubyFiles.folder(of: ruby.source.file)
    guard let name = call.positional.first?.printed,
      let path = ruby.files.resolve(name, from: folder),
      let text = try ruby.files.text(path)
    else { throw ruby.refusal("evaluates a file that is not in the repository", call.range) }
    guard !gemfile.files.contains(path), gemfile.files.count < 50 else {
      throw ruby.refusal("evaluates a file more than once", call.range)
    }
    gemfile.files.append(path)
    try ruby.run(text)
  }

  private func setRuby(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    let values = call.positional.flatMap { $0.assumed.list ?? [$0] }
    var versions = values.compactMap { $0.isNil ? nil : $0.printed }
    guard versions.count == values.count else {
      throw ruby.refusal("names no version of Ruby", call.range)
    }
    if let file = call["file"]?.printed {
      let folder = RubyFiles.folder(of: ruby.source.file)
      guard let path = ruby.files.resolve(file, from: folder), let text = try ruby.files.text(path)
      else { throw ruby.refusal("takes Ruby's version from a file that is not there", call.range) }
      guard versions.isEmpty, !text.string.contains("'") else {
        throw ruby.refusal("takes Ruby's version from a file that Bundler can't read", call.range)
      }
      versions = [NamedRuby.files.version(in: text.string)]
    }
    let directive = RubyDirective(
      versions: versions, engine: call["engine"]?.name,
      engineVersion: call["engine_version"]?.printed, patchlevel: call["patchlevel"]?.printed)
    guard directive.requirement != nil else {
      throw ruby.refusal("names no version of Ruby", call.range)
    }
    gemfile.ruby = directive
  }
}
