import Gems
import Text

/// Functions of Ruby's modules: `ENV`, `File`, `Dir`, `Gem` and the like.
extension RubyInterpreter {
  func moduleMethod(_ call: RubyInvocation, _ name: String) throws(RubyStop) -> RubyValue? {
    switch name {
    case "ENV": return try environment(call)
    case "File", "IO", "Pathname", "FileTest": return try file(call, name)
    case "Dir": return try directory(call)
    case "JSON", "YAML", "Psych": return try data(call, name)
    case "Gem::Version":
      guard ["new", "create", "correct?"].contains(call.name) else { return nil }
      let version = call.positional.first?.printed.flatMap { GemVersion($0) }
      if call.name == "correct?" { return .bool(version != nil) }
      return version.map { wrap(.version($0), call) }
    case "Gem::Requirement", "Gem::Dependency": return requirement(call, name)
    case "Gem": return gem(call.name)
    case "String", "Array":
      guard call.name == "new", call.positional.isEmpty else { return nil }
      return name == "String" ? .text("") : .list([])
    case "Proc": return call.name == "new" ? call.block.map { .closure($0) } : nil
    case "Regexp":
      guard call.positional.count == 1, let text = call.positional[0].name else { return nil }
      switch call.name {
      case "escape", "quote": return .text(RubyRegex.escaped(text))
      case "new", "compile": return RubyRegex(text, options: "").map { .regex($0) }
      default: return nil
      }
    case "Hash":
      // A hash with a default value isn't supported.
      let isPlain = call.positional.isEmpty && call.block == nil && call.options.isEmpty
      return call.name == "new" && isPlain ? .table([]) : nil
    case "RbConfig::CONFIG":
      guard call.name == "[]", ["host_os", "target_os"].contains(call.positional.first?.name) else {
        return nil
      }
      return .unknown(.text("linux"))
    case "STDOUT", "STDERR":
      let isPrinting = ["puts", "print", "write", "flush", "sync"].contains(call.name)
      return isPrinting && call.block == nil ? .nil : nil
    default: return nil
    }
  }

  /// Evaluates `const_defined?` of the current module; nil if a constant of Ruby could be meant.
  private func constantExists(_ call: RubyInvocation) -> RubyValue? {
    guard call.positional.count == 1, let name = call.positional[0].name,
      !call.positional[0].isUnknown, !name.contains("::")
    else { return nil }
    let paths = [nesting.joined(separator: "::") + "::" + name, name]
    if !nesting.isEmpty, paths.contains(where: { constants[$0] != nil }) { return .bool(true) }
    return name == "VERSION" && !nesting.isEmpty ? .bool(false) : nil
  }

  private func wrap(_ value: RubyValue, _ call: RubyInvocation) -> RubyValue {
    call.positional.contains(where: \.isUnknown) ? .unknown(value) : value
  }

  /// The variables that every machine has, with values that stand for those of the machine.
  private static let usual = ["HOME": "/home/user", "PATH": "/usr/bin:/bin"]

  /// Whether an environment variable is set by the manifest or on every machine.
  package func isSet(_ name: String) -> Bool {
    environment[name].map { !$0.isNil } ?? (Self.usual[name] != nil)
  }

  /// Evaluates `ENV`: variables are unknown, and unset on a clean machine.
  private func environment(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    if let key = call.positional.first?.name,
      let set = environment[key] ?? Self.usual[key].map({ .unknown(.text($0)) })
    {
      switch call.name {
      case "[]": return set
      case "fetch" where !set.isNil: return set
      case "key?", "has_key?", "include?", "member?": return .bool(!set.isNil)
      case "values_at", "slice": return nil
      default: break
      }
    }
    guard
      environment.isEmpty || ["[]", "fetch", "[]=", "store", "delete"].contains(call.name)
        || call.positional.count == 1
    else { return nil }
    switch call.name {
    case "[]": return .unknown(.nil)
    case "fetch":
      if let fallback = call.positional.dropFirst().first { return .unknown(fallback.assumed) }
      if let block = call.block { return .unknown(try invoke(block, call.positional).assumed) }
      throw refusal("needs an environment variable", call.range)
    case "key?", "has_key?", "include?", "member?": return .unknown(.bool(false))
    case "[]=", "store", "delete":
      guard let key = call.positional.first?.name else { return nil }
      environment[key] = call.name == "delete" ? .nil : call.positional.dropFirst().first ?? .nil
      return environment[key]
    case "to_h", "to_hash", "slice": return .unknown(.table([]))
    case "values_at": return .unknown(.list(call.positional.map { _ in .nil }))
    default: return nil
    }
  }

  private func requirement(_ call: RubyInvocation, _ name: String) -> RubyValue? {
    guard call.name == "new" || call.name == "create" else { return nil }
    let texts = call.positional.dropFirst(name == "Gem::Dependency" ? 1 : 0).flatMap(\.elements)
    return GemRequirement(texts.compactMap(\.printed)).map { .requirement($0) }
  }

  private func gem(_ name: String) -> RubyValue? {
    switch name {
    case "ruby_version": ruby(.version(runtime.ruby))
    case "rubygems_version": .version(runtime.rubygems)
    case "win_platform?", "java_platform?", "freebsd_platform?": .unknown(.bool(false))
    case "loaded_specs": .unknown(.table([]))
    case "platforms": .unknown(.list([.text("ruby"), .text(runtime.platform)]))
    default: nil
    }
  }

  /// Evaluates functions without a receiver.
  func kernel(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "__dir__":
      try requireName(call)
      return .text(files.absolute(RubyFiles.folder(of: source.file)))
    case "__FILE__":
      try requireName(call)
      return .text(files.absolute(source.file))
    case "eval", "instance_eval": return try evaluateText(call)
    case "binding" where call.positional.isEmpty && call.block == nil: return .binding
    case "const_defined?": return constantExists(call)
    case "lambda", "proc":
      guard let block = call.block else { return nil }
      if call.name == "lambda" {
        guard block == closures.count - 1 || closures[block].kind == .lambda else { return nil }
        closures[block].kind = .lambda
      }
      return .closure(block)
    case "require", "load", "require_relative": return try require(call)
    case "puts", "warn", "print", "p", "pp": return try printed(call)
    case "block_given?": return .bool(given != nil)
    case "yield":
      guard let given else { throw refusal("yields without a block", call.range) }
      return try invoke(given, call.positional)
    case "raise", "abort", "fail", "exit", "exit!":
      throw refusal("stops with `\(call.name)`", call.range)
    case "using", "private", "public", "private_constant", "attr_reader", "attr_accessor",
      "private_class_method", "autoload":
      return nesting.isEmpty && !host.isMain && own == .host ? nil : .nil
    case "at_exit", "trap": return .nil
    case "include" where nesting.isEmpty && !host.isMain && own == .host: return nil
    case "module_function" where nesting.isEmpty: return nil
    case "include", "extend", "module_function": return mixIn(call)
    default: return try conversion(call)
    }
  }

  /// Evaluates functions that make a value of another class.
  private func conversion(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "Array":
      guard call.positional.count == 1, let value = call.positional.first else { return nil }
      if case .range = value.assumed { return Self.members(of: value.assumed).map { .list($0) } }
      if case .array = value.assumed { return value }
      return .list(value.elements)
    case "String": return call.positional.first?.printed.map { .text($0) }
    case "Pathname": return call.positional.first?.printed.map { .path($0) }
    case "Integer":
      guard call.positional.count == 1, call.options.isEmpty,
        let text = call.positional[0].printed, let number = Int(text), text == "\(number)"
      else { return nil }
      return .integer(number)
    case "format", "sprintf":
      guard let format = call.positional.first, !format.isUnknown, let text = format.string?.text,
        call.block == nil
      else { return nil }
      let named = call.options.isEmpty ? [] : [RubyValue.hash(RubyCell(call.options))]
      return try formatted(text, call.positional.dropFirst() + named, call.range)
    default: return nil
    }
  }

  /// The paths of a file to try in order; `require` doesn't search the working directory.
  private func candidates(of name: String, _ function: String) -> [String] {
    guard function == "require" else { return [name] }
    let isPath = ["/", "./", "../"].contains(where: name.hasPrefix)
    return isPath ? [name] : loadPath.map { files.absolute($0) + "/" + name }
  }

  /// Loads a file of the repository; other libraries are ignored.
  private func require(_ call: RubyInvocation) throws(RubyStop) -> RubyValue {
    guard let name = call.positional.first?.name else {
      throw refusal("requires a file whose name is not known", call.range)
    }
    if call.name == "require_relative" { try requireName(call) }
    let base = call.name == "require_relative" ? RubyFiles.folder(of: source.file) : files.directory
    for candidate in candidates(of: name, call.name) {
      let file = candidate.hasSuffix(".rb") || call.name == "load" ? candidate : candidate + ".rb"
      guard let path = files.resolve(file, from: base), let text = try files.text(path) else {
        continue
      }
      guard call.name == "load" || loaded.insert(path).inserted else { return .bool(false) }
      let outer = own
      if own == .host, !host.isMain { own = .main }
      defer { own = outer }
      try run(text)
      return .bool(true)
    }
    if call.name == "require" {
      if mattersWhatIsInstalled, !RubyLibrary.isRubysOwn(name) {
        throw refusal("asks whether a library is installed", call.range)
      }
      return .unknown(.bool(true))
    }
    throw refusal("requires a file that is not in the repository", call.range)
  }
}
