import Text

/// Initializers of the standard library that manifests use.
extension Evaluation {
  /// Types of the package description and of Tuist's project description, whose arguments are kept.
  static let described: Set<String> = [
    "BuildConfiguration", "BuildSettingCondition", "CSetting", "CXXSetting", "Dependency",
    "LinkerSetting", "Package", "Path", "Platform", "PluginUsage", "Product", "Project", "Range",
    "Requirement", "Resource", "Self", "SupportedPlatform", "SwiftSetting", "SwiftVersion",
    "SystemPackageProvider", "Target", "TargetDependency", "Trait", "Version",
  ]

  /// Evaluates `Int(...)`, `Bool(...)` and `Version(...)`; nil for other names, and for what can't fail.
  ///
  /// The initializers that take a text return nil for one that is not of their form.
  func standard(
    _ name: String, _ values: [(label: String?, value: Value)], _ expression: Expression
  ) -> Value? {
    guard structures[name] == nil else { return nil }
    let only = values.count == 1 && values[0].label == nil ? values[0].value.unwrapped : nil
    switch (name, only) {
    case ("Int", .number?): return only
    case ("Int", .string(let text, _)?): return integer(text, expression)
    case ("Bool", .boolean?): return only
    case ("Bool", .string(let text, _)?):
      return ["true": true, "false": false][text].map { .boolean($0) } ?? Value.none
    case ("Version", .string(let text, nil)?):
      // A literal makes the version itself, any other text one that may be absent.
      let isVersion = surroundings.isVersion(text)
      return isVersion ? nil : unknown("makes a `Version` of `\(text)`", expression)
    default: return nil
    }
  }

  /// What `Int.init` makes of a text: an optional sign and digits.
  private func integer(_ text: String, _ expression: Expression) -> Value {
    let digits = text.utf8.first == "+" || text.utf8.first == "-" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return .none }
    guard let number = Int(text) else { return .none }
    return Value.integer(Double(number)) ?? unknown("uses the number `\(text)`", expression)
  }
}
