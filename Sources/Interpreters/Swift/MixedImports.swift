/// Returns the modules that a source in Swift or Objective-C imports, in lowercase.
///
/// It reads lines, not declarations, because a use counts in both languages: `import A`,
/// `@testable import A`, `@import A;` and `#import <A/A.h>` are imports of `a`.
@Sendable package func importedModules(in source: String) -> Set<String> {
  var result: Set<String> = []
  for line in source.split(whereSeparator: \.isNewline) {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard let index = words.firstIndex(where: { $0.hasSuffix("import") }), index < 3,
      let module = words[(index + 1)...].first(where: { !$0.allSatisfy(\.isLowercase) })
    else { continue }
    result.insert(
      module.drop { $0 == "<" || $0 == "\"" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        .lowercased())
  }
  return result
}
