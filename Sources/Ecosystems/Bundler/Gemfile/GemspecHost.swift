import Gems
import Ruby
import Text

/// Implements the functions of a `.gemspec`.
///
/// Attributes for files, authors and descriptions are skipped unevaluated: many of them run git.
final class GemspecHost: RubyHost {
  private static let specification = "a gem's specification"
  private static let attributes: Set = [
    "name", "version", "platform", "required_ruby_version", "required_rubygems_version",
  ]
  private static let calls: Set = [
    "add_dependency", "add_runtime_dependency", "add_development_dependency",
  ]

  private let toolchain: RubyToolchain
  private var values: [String: RubyValue] = [:]
  private var runtime: [Gemspec.Declaration] = []
  private var development: [Gemspec.Declaration] = []
  private var isDeclared = false

  init(toolchain: RubyToolchain) {
    self.toolchain = toolchain
  }

  /// Evaluates a gemspec in its own folder, or in another one.
  static func read(
    _ source: SourceText, files: RubyFiles, toolchain: RubyToolchain, directory: String? = nil
  ) throws(RubyStop) -> Gemspec {
    var files = files
    files.directory = directory ?? RubyFiles.folder(of: source.file)
    let host = GemspecHost(toolchain: toolchain)
    let ruby = RubyInterpreter(
      files: files, runtime: toolchain.runtime, host: host, source: source)
    guard case .object(Self.specification) = try ruby.result(of: source) else {
      throw ruby.refusal("doesn't end with its specification", 0..<source.bytes.count)
    }
    guard let gemspec = host.gemspec(in: source.file) else {
      throw ruby.refusal("declares no gem with a known name and version", 0..<source.bytes.count)
    }
    return gemspec
  }

  private func gemspec(in file: String) -> Gemspec? {
    guard isDeclared, let name = values["name"]?.name,
      let version = values["version"]?.printed.flatMap({ GemVersion($0) })
    else { return nil }
    return Gemspec(
      name: name, version: version, platform: values["platform"]?.printed ?? "ruby",
      runtime: runtime, development: development,
      requiredRuby: Self.requirement(values["required_ruby_version"]) ?? .any,
      requiredRubygems: Self.requirement(values["required_rubygems_version"]) ?? .any, file: file)
  }

  /// Converts a text, an array of texts or a `Gem::Requirement`.
  static func requirement(_ value: RubyValue?) -> GemRequirement? {
    switch value?.assumed {
    case .requirement(let requirement): requirement
    case .none: nil
    case .some(let value):
      value.elements.contains { $0.printed == nil }
        ? nil : GemRequirement(value.elements.filter { !$0.isNil }.compactMap(\.printed))
    }
  }

  let skipsCommands = true
  let isMain = true

  func skips(_ name: String, of receiver: RubyValue?) -> Bool {
    switch receiver {
    case .object("ignored"): return true
    case .object(Self.specification):
      return GemspecAttributes.ignored.contains(
        name.hasSuffix("=") ? String(name.dropLast()) : name)
    default: return false
    }
  }

  func call(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> RubyValue? {
    nil
  }

  func constant(_ name: String, _ ruby: RubyInterpreter) -> RubyValue? {
    Self.platforms[name].map { .text($0) } ?? BundlerModule(toolchain: toolchain).constant(name)
  }

  /// The constants of RubyGems for platforms that are the same on all machines.
  private static let platforms = ["Gem::Platform::RUBY": "ruby", "Gem::Platform::JAVA": "java"]

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue? {
    if case .module("Gem::Specification") = object, call.name == "new" {
      return try declare(call, ruby)
    }
    guard case .object(Self.specification) = object else {
      return try BundlerModule(toolchain: toolchain).send(call, to: object, ruby)
    }
    if Self.calls.contains(call.name) {
      try add(call, ruby)
      return .nil
    }
    if call.name.hasSuffix("="), Self.attributes.contains(String(call.name.dropLast())) {
      try check(call, ruby)
      values[String(call.name.dropLast())] = call.positional.first
      return call.positional.first ?? .nil
    }
    if call.name == "respond_to?" { return responds(to: call) }
    guard call.positional.isEmpty, call.block == nil else { return nil }
    return attribute(call.name)
  }

  /// Whether a specification has a method; nil for one that isn't known here.
  private func responds(to call: RubyInvocation) -> RubyValue? {
    guard let name = call.positional.first?.name else { return nil }
    let attribute = name.hasSuffix("=") ? String(name.dropLast()) : name
    let isKnown =
      Self.attributes.contains(attribute) || Self.calls.contains(name)
      || GemspecAttributes.ignored.contains(attribute)
    return isKnown && !GemspecAttributes.old.contains(attribute) ? .bool(true) : nil
  }

  /// Reads an attribute as RubyGems returns it; nil for other methods.
  private func attribute(_ name: String) -> RubyValue? {
    let value = values[name] ?? .nil
    switch name {
    case "name": return value
    case "version": return value.printed.flatMap { GemVersion($0) }.map { .version($0) } ?? value
    case "platform": return values[name] ?? .text("ruby")
    case "required_ruby_version", "required_rubygems_version":
      return .requirement(Self.requirement(values[name]) ?? .any)
    default: return nil
    }
  }

  /// Refuses a platform or a requirement that is neither a text nor unset.
  private func check(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    guard let value = call.positional.first?.assumed else { return }
    if call.name == "version=" || call.name == "name=" {
      guard !value.isNil, value.printed != nil else {
        throw ruby.refusal("has a name or a version that is not known", call.range)
      }
    }
    guard !value.isNil else { return }
    switch call.name {
    case "platform=":
      if value.string == nil { throw ruby.refusal("has a platform that is not known", call.range) }
    case "required_ruby_version=", "required_rubygems_version=":
      if Self.requirement(value) == nil {
        throw ruby.refusal("has a required version that is not known", call.range)
      }
    default: break
    }
  }

  private func declare(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    guard !isDeclared else { throw ruby.refusal("declares more than one gem", call.range) }
    isDeclared = true
    if let name = call.positional.first { values["name"] = name }
    if let version = call.positional.dropFirst().first { values["version"] = version }
    if let block = call.block { _ = try ruby.invoke(block, [.object(Self.specification)]) }
    return .object(Self.specification)
  }

  private func add(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    let values = call.positional.flatMap { value -> [RubyValue] in
      value.assumed.list ?? [value]
    }
    let requirement: GemRequirement?
    if values.count == 2, case .requirement(let given) = values[1].assumed {
      requirement = given
    } else {
      let texts = values.dropFirst().filter { !$0.isNil }.map(\.printed)
      requirement = texts.contains(nil) ? nil : GemRequirement(texts.compactMap(\.self))
    }
    guard let name = values.first?.name, let requirement else {
      throw ruby.refusal("has a dependency whose name or requirement is not known", call.range)
    }
    let declaration = Gemspec.Declaration(
      dependency: GemDependency(name: name, requirement: requirement),
      clauses: values.dropFirst().compactMap(\.string), range: call.range)
    if call.name == "add_development_dependency" {
      development.append(declaration)
    } else {
      runtime.append(declaration)
    }
  }
}
