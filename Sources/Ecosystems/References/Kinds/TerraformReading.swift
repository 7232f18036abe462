import Ecosystem
import Text

/// Finds what Terraform's files name with versions: modules, required providers, locked providers.
///
///     module "vpc" {                 ->  module vpc
///     required_providers { aws = {…  ->  provider aws
///     provider "aws" {               ->  nothing, a configuration; in the lock a provider
///
/// A module in a folder, `source = "./modules/vpc"`, has no version and isn't one of them. Lines are read,
/// not expressions: a name that is computed isn't found.
struct TerraformReading {
  /// The names in the order of the file, with the places of their first characters.
  private(set) var references: [(name: String, location: Location)] = []
  private let isLock: Bool
  /// The open braces since `required_providers`; nil outside of it.
  private var depth: Int?
  /// The open braces since the last module; nil outside of one.
  private var moduleDepth: Int?

  /// Reads a file of Terraform's or its lock.
  init(_ source: SourceText) {
    isLock = TreePath.name(of: source.file) == ".terraform.lock.hcl"
    for (number, line) in source.numberedLines where references.count < 5_000 {
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard let first = text.first, first != "#", !text.hasPrefix("//") else { continue }
      if isFolderOfModule(text) { references.removeLast() }
      let column = line.count - text.count + 1
      guard let name = name(in: text) else { continue }
      references.append((name, Location(file: source.file, line: number, column: column)))
    }
  }

  /// Whether a line of the last module says that it is in a folder; counts the braces of modules.
  private mutating func isFolderOfModule(_ text: Substring) -> Bool {
    guard let open = moduleDepth else {
      let isModule = text.hasPrefix("module ") && Self.label(of: text) != nil
      let balance = isModule ? Self.balance(of: text) : 0
      moduleDepth = balance > 0 ? balance : nil
      return false
    }
    let balance = open + Self.balance(of: text)
    moduleDepth = balance > 0 ? balance : nil
    let word = text.prefix { $0.isLetter || $0 == "_" }
    let value = text.dropFirst(word.count).drop { " \t=".contains($0) }
    let isFolder =
      open == 1 && word == "source" && ["\"./", "\"../"].contains(where: value.hasPrefix)
    if isFolder { moduleDepth = nil }
    return isFolder && !references.isEmpty
  }

  private mutating func name(in text: Substring) -> String? {
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    if let open = depth {
      depth = open + Self.balance(of: text)
      if depth == 0 { depth = nil }
      let rest = text.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
      return open == 1 && !word.isEmpty && rest.hasPrefix("=") ? "provider \(word)" : nil
    }
    switch word {
    case "required_providers":
      let balance = Self.balance(of: text)
      depth = balance > 0 ? balance : nil
      return nil
    case "module": return Self.label(of: text).map { "module \($0)" }
    case "provider" where isLock: return Self.label(of: text).map { "provider \($0)" }
    default: return nil
    }
  }

  /// The quoted text behind the first word: `vpc` of `module "vpc" {`.
  private static func label(of text: Substring) -> String? {
    let parts = text.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    let isBlock = parts.count == 3 && !parts[1].isEmpty && !parts[0].contains("=")
    return isBlock ? String(parts[1].prefix(100)) : nil
  }

  /// The opened braces of a line minus the closed ones, outside of texts and comments.
  private static func balance(of text: Substring) -> Int {
    var balance = 0
    var isText = false
    for character in text {
      switch character {
      case "\"": isText.toggle()
      case "#" where !isText: return balance
      case "{" where !isText: balance += 1
      case "}" where !isText: balance -= 1
      default: break
      }
    }
    return balance
  }
}
