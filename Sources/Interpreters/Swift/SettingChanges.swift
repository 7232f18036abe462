/// Finds statements that can only change settings, so that skipping them changes nothing else.
///
///     for target in package.targets where FileManager.default.fileExists(atPath: "strict") {
///       target.swiftSettings = [.unsafeFlags(["-strict"])]
///     }
///
/// A statement that does anything else, or anything that isn't known here, doesn't count.
struct SettingChanges {
  let evaluation: Evaluation
  let scope: Scope
  /// Variables that the statement itself declares.
  private var locals: Set<String> = []
  /// The functions of the file that are being examined.
  private var depth = 0

  private static let depthLimit = 8
  private static let functionsWithEffects: Set<String> = [
    "Package", "Project", "setenv", "putenv", "unsetenv", "withUnsafeMutablePointer", "swap",
  ]

  init(_ evaluation: Evaluation, in scope: Scope) {
    self.evaluation = evaluation
    self.scope = scope
  }

  /// Whether running a statement can change no more than settings.
  mutating func areAll(of statement: Statement) -> Bool {
    switch statement.kind {
    case .expression(let expression): return isHarmless(expression)
    case .binding(let names, let value):
      locals.formUnion(names)
      return isHarmless(value)
    case .condition(let clauses, let then, let otherwise):
      return areHarmless(clauses) && areAll(of: then) && areAll(of: otherwise)
    case .guard(let clauses, let otherwise): return areHarmless(clauses) && areAll(of: otherwise)
    case .loop(_, let sequence, let filter, let body):
      return isHarmless(sequence) && (filter.map { isHarmless($0) } ?? true) && areAll(of: body)
    case .choice(let subject, let cases):
      return isHarmless(subject)
        && cases.allSatisfy { areHarmless($0.patterns) && areAll(of: $0.body) }
    case .return(let value): return value.map { isHarmless($0) } ?? true
    case .compilation(let branches): return branches.allSatisfy { areAll(of: $0.body) }
    case .jump: return true
    case .function, .computed, .declaration, .opaque: return false
    }
  }

  private mutating func areAll(of statements: [Statement]) -> Bool {
    for statement in statements where !areAll(of: statement) { return false }
    return true
  }

  private mutating func areHarmless(_ clauses: [Statement.Clause]) -> Bool {
    for clause in clauses {
      switch clause {
      case .test(let expression): if !isHarmless(expression) { return false }
      case .binding(let names, let value):
        locals.formUnion(names)
        if !isHarmless(value) { return false }
      case .opaque: return false
      }
    }
    return true
  }

  private mutating func areHarmless(_ expressions: [Expression]) -> Bool {
    for expression in expressions where !isHarmless(expression) { return false }
    return true
  }

  /// Whether evaluating an expression can change no more than settings.
  private mutating func isHarmless(_ expression: Expression) -> Bool {
    guard evaluation.budget.spend(steps: 1) else { return false }
    switch expression.kind {
    case .missing, .boolean, .number, .string: return true
    case .opaque: return true
    case .name(let name), .implicitMember(let name): return isHarmless(own: name)
    case .member(let base, let name, _): return isHarmless(base) && isHarmless(own: name)
    case .call(let callee, let arguments):
      return areHarmless(arguments.map(\.value)) && isHarmless(callee: callee)
    case .index(let base, let arguments):
      return isHarmless(base) && areHarmless(arguments.map(\.value))
    case .interpolated(let segments):
      return areHarmless(
        segments.compactMap { if case .value(let value) = $0 { value } else { nil } })
    case .array(let elements): return areHarmless(elements)
    case .dictionary(let pairs): return areHarmless(pairs.flatMap { [$0.key, $0.value] })
    case .tuple(let parts): return areHarmless(parts.map(\.value))
    case .closure(let function): return areAll(of: function.body)
    case .prefix(let symbol, let operand): return symbol != "&" && isHarmless(operand)
    case .infix(let symbol, let left, let right):
      return isHarmless(own: symbol) && isHarmless(left) && isHarmless(right)
    case .condition(let test, let first, let second): return areHarmless([test, first, second])
    case .typed(_, let inner), .labelled(_, let inner), .unwrap(let inner), .chained(let inner):
      return isHarmless(inner)
    case .assignment(_, let target, let value): return isHarmless(value) && isSetting(target)
    case .statement(let statement): return areAll(of: statement)
    }
  }

  private mutating func isHarmless(callee: Expression) -> Bool {
    switch callee.kind {
    case .name(let name) where Self.functionsWithEffects.contains(name): return false
    case .member(let base, let name, _) where Evaluation.mutating.contains(name):
      return isSetting(base) && isHarmless(own: name)
    default: return isHarmless(callee)
    }
  }

  /// Whether a place that is written to is a setting or a variable of the statement.
  private mutating func isSetting(_ target: Expression) -> Bool {
    switch target.kind {
    case .name(let name): return locals.contains(name)
    case .member(let base, let name, _): return Made.isSetting(name) && isHarmless(base)
    case .unwrap(let inner), .chained(let inner): return isSetting(inner)
    case .index(let base, let arguments):
      return isSetting(base) && areHarmless(arguments.map(\.value))
    default: return false
    }
  }

  /// Whether what the file itself declares under a name can change no more than settings.
  private mutating func isHarmless(own name: String) -> Bool {
    var callables = (evaluation.members[name] ?? []).map(\.callable)
    switch scope[name] {
    case .function(let callable)?, .computed(let callable)?: callables.append(callable)
    default: break
    }
    guard !callables.isEmpty else { return true }
    guard depth < Self.depthLimit else { return false }
    depth += 1
    defer { depth -= 1 }
    for callable in callables where !areAll(of: callable.function.body) { return false }
    return true
  }
}

extension Made {
  /// Properties of targets and packages that no dependency follows from.
  private static let settings: Set<String> = [
    "swiftSettings", "cSettings", "cxxSettings", "linkerSettings", "resources", "exclude",
    "sources", "publicHeadersPath", "packageAccess", "pkgConfig", "providers", "platforms",
    "defaultLocalization", "swiftLanguageVersions", "swiftLanguageModes", "cLanguageStandard",
    "cxxLanguageStandard",
  ]

  /// Whether a property is a setting.
  static func isSetting(_ name: String) -> Bool { settings.contains(name) }
}

extension Evaluation {
  /// Marks the settings of all objects as unknown.
  func markSettingsUncertain(because reason: ManifestError) {
    for made in objects { made.settingsUncertainty = made.settingsUncertainty ?? reason }
  }
}
