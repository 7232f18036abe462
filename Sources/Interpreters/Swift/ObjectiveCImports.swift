package import Impact
import Text

extension UseScanner {
  /// Finds uses in Swift sources, and the Objective-C sources that import a module.
  ///
  /// What those use isn't read, so that the answer about their modules stays open.
  package static let swiftAndObjectiveC = {
    var scanner = UseScanner.swift
    let readSwift = scanner.scan
    scanner.endings = [".swift", ".m", ".mm", ".h"]
    scanner.scan = { file, bytes in
      guard !file.hasSuffix(".swift") else { return readSwift(file, bytes) }
      var uses = SourceUses(file: file)
      uses.imports = objectiveCModules(in: bytes)
      uses.gap = "is Objective-C, whose uses aren't read"
      return uses
    }
    return scanner
  }()

  /// Returns the modules of `@import A.B;`, `#import <A/B.h>` and `#include <A/B.h>`.
  static func objectiveCModules(in bytes: [UInt8]) -> Set<String> {
    var modules: Set<String> = []
    for line in bytes.split(whereSeparator: "\n\r".utf8.contains) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let head = text.first, "@#".utf8.contains(head) else { continue }
      let words = String(decoding: text.dropFirst(), as: UTF8.self)
        .split { $0 == " " || $0 == "\t" || $0 == "<" }
      guard let word = words.first, ["import", "include"].contains(word), words.count > 1 else {
        continue
      }
      modules.insert(String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
    }
    return modules
  }
}
