import Gems
import Ruby
import Text

/// The gemspecs that a Gemfile loads by `Gem::Specification.load`.
///
///     spec = Gem::Specification.load("tool.gemspec")
///     spec.runtime_dependencies.each { |d| gem d.name, d.requirement }
struct LoadedGemspecs {
  private var specs: [Gemspec] = []
  private var dependencies: [(dependency: GemDependency, isDevelopment: Bool)] = []

  private static let spec = "a loaded gem's specification "
  private static let dependency = "a loaded gem's dependency "

  /// Evaluates a gemspec of the repository.
  ///
  /// RubyGems evaluates it in the present folder, and returns nil if it has errors.
  mutating func load(
    _ call: RubyInvocation, _ ruby: RubyInterpreter, _ toolchain: RubyToolchain
  ) throws(RubyStop) -> RubyValue? {
    guard call.positional.count == 1, call.options.isEmpty, call.block == nil,
      let path = call.positional[0].printed, let inside = ruby.files.resolve(path)
    else { return nil }
    guard let text = try ruby.files.text(inside) else {
      throw ruby.refusal("loads a gemspec that is not in the repository", call.range)
    }
    specs.append(
      try GemspecHost.read(
        text, files: ruby.files, toolchain: toolchain, directory: ruby.files.directory))
    return .object(Self.spec + "\(specs.count - 1)")
  }

  /// Evaluates a method of a gemspec or of one of its dependencies; nil for other objects.
  mutating func send(_ call: RubyInvocation, to object: RubyValue) -> RubyValue? {
    guard case .object(let name) = object, call.positional.isEmpty, call.options.isEmpty,
      call.block == nil
    else { return nil }
    if let index = Self.index(in: name, Self.spec) { return attribute(call.name, of: specs[index]) }
    guard let index = Self.index(in: name, Self.dependency) else { return nil }
    let (dependency, isDevelopment) = dependencies[index]
    return switch call.name {
    case "name": .text(dependency.name)
    case "requirement": .requirement(dependency.requirement)
    case "requirements_list":
      .list(dependency.requirement.clauses.map { .text($0.description) })
    case "type": .symbol(isDevelopment ? "development" : "runtime")
    default: nil
    }
  }

  private static func index(in name: String, _ prefix: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }

  private mutating func attribute(_ name: String, of spec: Gemspec) -> RubyValue? {
    switch name {
    case "name": return .text(spec.name)
    case "version": return .version(spec.version)
    case "required_ruby_version": return .requirement(spec.requiredRuby)
    case "required_rubygems_version": return .requirement(spec.requiredRubygems)
    case "runtime_dependencies": return list(spec.runtime, isDevelopment: false)
    case "development_dependencies": return list(spec.development, isDevelopment: true)
    case "dependencies":
      let all = spec.runtime.map { ($0, false) } + spec.development.map { ($0, true) }
      return list(all.sorted { $0.0.range.lowerBound < $1.0.range.lowerBound })
    default: return nil
    }
  }

  private mutating func list(
    _ declarations: [Gemspec.Declaration], isDevelopment: Bool
  ) -> RubyValue {
    list(declarations.map { ($0, isDevelopment) })
  }

  private mutating func list(_ declarations: [(Gemspec.Declaration, Bool)]) -> RubyValue {
    .list(
      declarations.map { declaration, isDevelopment in
        dependencies.append((declaration.dependency, isDevelopment))
        return .object(Self.dependency + "\(dependencies.count - 1)")
      })
  }
}
