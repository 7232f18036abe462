/// Conditions, loops and switches; if the path is unknown, everything that it may change becomes
/// unknown.
extension Evaluation {
  func choose(
    _ clauses: [Statement.Clause], _ body: [Statement], _ otherwise: [Statement],
    of statement: Statement, in scope: Scope
  ) throws(ManifestError) -> Outcome {
    let inner = Scope(in: scope)
    switch try test(clauses, in: inner) {
    case .success(true): return try run(body, in: inner)
    case .success(false): return try run(otherwise, in: Scope(in: scope))
    case .failure(let reason): return try undecided(statement, because: reason, in: scope)
    }
  }

  /// Passes over a statement whose way is not known.
  private func undecided(
    _ statement: Statement, because reason: ManifestError, in scope: Scope
  ) throws(ManifestError) -> Outcome {
    var changes = SettingChanges(self, in: scope)
    if changes.areAll(of: statement) {
      markSettingsUncertain(because: reason)
    } else {
      try markUncertain(statement.range, because: reason, in: scope)
    }
    return statement.mayLeave ? .uncertain(reason) : .next
  }

  func guardAgainst(
    _ clauses: [Statement.Clause], _ otherwise: [Statement], of statement: Statement,
    in scope: Scope
  ) throws(ManifestError) -> Outcome {
    switch try test(clauses, in: scope) {
    case .success(true): return .next
    case .success(false): return try run(otherwise, in: Scope(in: scope))
    case .failure(let reason): return try undecided(statement, because: reason, in: scope)
    }
  }

  private func test(
    _ clauses: [Statement.Clause], in scope: Scope
  ) throws(ManifestError) -> Result<Bool, ManifestError> {
    for clause in clauses {
      let value: Value
      switch clause {
      case .test(let expression): value = try self.value(of: expression, in: scope)
      case .binding(let names, let expression):
        let bound = try self.value(of: expression, in: scope)
        bind(names, to: bound.unwrapped, in: scope)
        value = bound.uncertainty.map { .unknown($0) } ?? .boolean(!bound.isNone)
      case .opaque(let name):
        return .failure(ManifestError(.refused, "decides by `\(name)`", at: 0))
      }
      guard let holds = value.boolean else { return .failure(reason(of: value)) }
      if !holds { return .success(false) }
    }
    return .success(true)
  }

  func reason(of value: Value) -> ManifestError {
    value.uncertainty ?? ManifestError(.refused, "decides by a value that is not evaluated", at: 0)
  }

  func loop(
    _ names: [String], over sequence: Expression, _ filter: Expression?, _ body: [Statement],
    of statement: Statement, in scope: Scope
  ) throws(ManifestError) -> Outcome {
    let sequence = try value(of: sequence, in: scope)
    guard let list = try self.sequence(sequence, at: statement.range) else {
      try markUncertain(sequence, because: reason(of: sequence))
      return try undecided(statement, because: reason(of: sequence), in: scope)
    }
    guard list.isOrdered else {
      return try undecided(statement, because: unordered(statement.range), in: scope)
    }
    for element in list.elements {
      try spend(steps: 1, bytes: 256, on: "a loop", at: statement.range)
      let inner = Scope(in: scope)
      bind(names, to: element, in: inner)
      if let filter {
        let holds = try value(of: filter, in: inner)
        guard let holds = holds.boolean else {
          return try undecided(statement, because: reason(of: holds), in: scope)
        }
        if !holds { continue }
      }
      switch try run(body, in: inner) {
      case .next, .jumped("continue"): continue
      case .jumped("break"): return .next
      case .jumped(let word):
        throw refusal("uses `\(word)` in a loop", statement.range)
      case .returned(let value): return .returned(value)
      case .uncertain(let reason):
        return try undecided(statement, because: reason, in: scope)
      }
    }
    return .next
  }

  func pick(
    _ subject: Expression, _ cases: [Statement.Case], of statement: Statement, in scope: Scope
  ) throws(ManifestError) -> Outcome {
    let subject = try value(of: subject, in: scope)
    for branch in cases {
      guard !branch.matchesAll else { return try run(branch, of: statement, in: scope) }
      for pattern in branch.patterns {
        let expected = try value(of: pattern, in: scope)
        guard let isEqual = try matches(subject, expected, at: pattern.range) else {
          let reason = subject.uncertainty ?? refusal("chooses by a pattern", pattern.range)
          return try undecided(statement, because: reason, in: scope)
        }
        if isEqual { return try run(branch, of: statement, in: scope) }
      }
    }
    return .next
  }

  /// Whether a pattern matches, which can be a value or a range of numbers.
  private func matches(
    _ subject: Value, _ pattern: Value, at range: Range<Int>
  ) throws(ManifestError) -> Bool? {
    guard case .range(.number(let low), .number(let high), let isClosed) = pattern,
      case .number(let number) = subject
    else { return try equal(subject, pattern, at: range) }
    return low <= number && (isClosed ? number <= high : number < high)
  }

  private func run(
    _ branch: Statement.Case, of statement: Statement, in scope: Scope
  ) throws(ManifestError) -> Outcome {
    switch try run(branch.body, in: Scope(in: scope)) {
    case .jumped("break"): .next
    case .jumped("fallthrough"): throw refusal("uses `fallthrough`", statement.range)
    case let outcome: outcome
    }
  }

  func compile(
    _ branches: [(condition: CompilationCondition, body: [Statement])], of statement: Statement,
    in scope: Scope
  ) throws(ManifestError) -> Outcome {
    for branch in branches {
      guard let holds = surroundings.decides(branch.condition) else {
        let reason = refusal("depends on a condition of `#if`", statement.range)
        return try undecided(statement, because: reason, in: scope)
      }
      if holds { return try run(branch.body, in: scope) }
    }
    return .next
  }
}

extension Statement {
  /// Whether running the statement may end the function, loop or branch around it.
  fileprivate var mayLeave: Bool { mayLeave(by: ["break", "continue", "fallthrough"]) }

  /// The jumps of an inner loop stay inside it, and so does a `break` of an inner `switch`.
  private func mayLeave(by jumps: Set<String>) -> Bool {
    func any(_ body: [Statement]) -> Bool { body.contains { $0.mayLeave(by: jumps) } }
    return switch kind {
    case .return: true
    case .jump(let word): jumps.contains(word)
    case .guard(_, let otherwise): any(otherwise)
    case .condition(_, let then, let otherwise): any(then) || any(otherwise)
    case .loop(_, _, _, let body): body.contains { $0.mayLeave(by: []) }
    case .choice(_, let cases):
      cases.contains { branch in
        branch.body.contains { $0.mayLeave(by: jumps.subtracting(["break", "fallthrough"])) }
      }
    case .compilation(let branches): branches.contains { any($0.body) }
    default: false
    }
  }
}

extension Statement.Case {
  /// Whether it is the default, or a `case _`.
  fileprivate var matchesAll: Bool {
    patterns.isEmpty
      || patterns.contains { if case .name("_") = $0.kind { true } else { false } }
  }
}

extension Evaluation {
  /// The elements that a loop goes through; nil for a value that is not a known sequence.
  func sequence(_ value: Value, at range: Range<Int>) throws(ManifestError) -> List? {
    switch value.unwrapped {
    case .list(let list): return list
    case .dictionary(let dictionary):
      var elements: [Value] = []
      for pair in dictionary.pairs {
        elements.append(try tuple([("key", pair.key), ("value", pair.value)], at: range))
      }
      return List(elements: elements, order: .unordered)
    case .range(.number(let low), .number(let high), let isClosed):
      guard let low = Int(exactly: low), let high = Int(exactly: high), low <= high else {
        return nil
      }
      let count = high - low + (isClosed ? 1 : 0)
      try spend(bytes: 64 * count, on: "a range", at: range)
      return List(elements: (low..<low + count).map { .number(Double($0)) })
    default: return nil
    }
  }

  /// Why a result is not known that depends on the order of a set or a dictionary.
  func unordered(_ range: Range<Int>) -> ManifestError {
    refusal("depends on the order of a set or a dictionary", range)
  }
}

extension Evaluation.Surroundings {
  /// Whether a condition of `#if` holds; nil where that depends on what is not known here.
  func decides(_ condition: CompilationCondition) -> Bool? {
    switch condition {
    case .always: true
    case .flag(let name): flag(name)
    case .call(let name, let argument): call(name, argument)
    case .not(let inner): decides(inner).map { !$0 }
    case .all(let parts): combine(parts, stopping: false)
    case .any(let parts): combine(parts, stopping: true)
    }
  }

  private func combine(_ parts: [CompilationCondition], stopping stop: Bool) -> Bool? {
    let values = parts.map(decides)
    if values.contains(where: { $0 == stop }) { return stop }
    return values.contains { $0 == nil } ? nil : !stop
  }

  private func flag(_ name: String) -> Bool? {
    switch name {
    case "true": true
    case "false", "DEBUG", "Xcode": false
    default: false
    }
  }

  private func call(_ name: String, _ argument: String) -> Bool? {
    switch name {
    case "os": system == argument || (system == "macOS" && argument == "OSX")
    case "canImport": canImport(argument)
    case "swift": compare(language, argument)
    case "compiler": compare(tools, argument)
    case "targetEnvironment": false
    case "_endian": argument == "little"
    default: nil
    }
  }

  /// The language version that `swift(>=...)` sees: that of the mode, not of the compiler.
  private var language: ToolsVersion {
    switch mode.major {
    case ..<5: ToolsVersion(4, 2)
    case 5: ToolsVersion(5, 10)
    default: tools
    }
  }

  private func compare(_ version: ToolsVersion, _ argument: String) -> Bool? {
    let isLess = argument.hasPrefix("<")
    guard isLess || argument.hasPrefix(">=") else { return nil }
    let text = argument.dropFirst(isLess ? 1 : 2)
    guard let bound = ToolsVersion(text) ?? ToolsVersion(text + ".0") else { return nil }
    return isLess ? version < bound : version >= bound
  }

  private func canImport(_ module: String) -> Bool? {
    switch module {
    case "Foundation", "PackageDescription", "Dispatch", "FoundationEssentials", "Synchronization",
      "CompilerPluginSupport", "Swift", "_Concurrency", "_StringProcessing", "RegexBuilder":
      true
    case "Glibc", "FoundationNetworking", "FoundationXML": system == "Linux"
    case "Musl", "Android", "WinSDK", "ucrt", "WASILibc", "CRT": false
    case "UIKit", "WatchKit", "AppleProductTypes", "Concurrency": false
    default: Self.frameworks.contains(module) ? system == "macOS" : nil
    }
  }

  /// Modules that come with macOS and with no other system that runs SwiftPM.
  private static let frameworks: Set<String> = [
    "Accelerate", "AppKit", "AudioToolbox", "AuthenticationServices", "AVFoundation", "Charts",
    "CloudKit", "Cocoa", "Combine", "CommonCrypto", "Compression", "CoreAudio", "CoreBluetooth",
    "CoreData", "CoreFoundation", "CoreGraphics", "CoreImage", "CoreLocation", "CoreMedia",
    "CoreML", "CoreServices", "CoreText", "CoreVideo", "CryptoKit", "Darwin", "GameKit", "IOKit",
    "LocalAuthentication", "MapKit", "Metal", "MetalKit", "NaturalLanguage", "Network",
    "ObjectiveC", "os", "OSLog", "PDFKit", "QuartzCore", "SceneKit", "Security", "SpriteKit",
    "StoreKit", "SwiftData", "SwiftUI", "SystemConfiguration", "UserNotifications", "Vision",
    "WebKit", "XPC",
  ]
}
