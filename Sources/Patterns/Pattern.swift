import COnig

/// A compiled regular expression.
///
/// The engine is Oniguruma, from which Ruby's own was forked, with Ruby's syntax. The number of
/// backtracking steps is limited, because it can grow exponentially with the text.
package final class Pattern {
  /// The byte ranges of the match and of each group; nil for a group that didn't participate.
  package struct Match {
    /// The whole match, then the groups by number.
    package var groups: [Range<Int>?]

    /// The bytes of the whole match.
    package var whole: Range<Int> { groups.first.flatMap(\.self) ?? 0..<0 }
  }

  /// The reason why a search has no result.
  package enum Failure: Error {
    /// The pattern is ill-formed.
    case malformed
    /// Matching needed too many backtracking steps.
    case exhausted
  }

  private let regex: OnigRegex
  private let limits: OpaquePointer
  private static let longest = 4096

  private static let isReady: Bool = {
    var encodings: [OnigEncoding?] = [martlet_onig_utf8()]
    return onig_initialize(&encodings, Int32(encodings.count)) == ONIG_NORMAL
  }()

  /// Compiles a pattern of at most 4,096 bytes.
  ///
  /// - Parameters:
  ///   - source: without slashes.
  ///   - flags: among `i`, `m` and `x`, with Ruby's meaning: `m` lets `.` match line ends.
  /// - Throws: `malformed`.
  package init(_ source: String, flags: String = "") throws(Failure) {
    guard Self.isReady, source.utf8.count <= Self.longest else { throw .malformed }
    var options = martlet_onig_ascii
    if flags.contains("i") { options |= martlet_onig_ignore_case }
    if flags.contains("m") { options |= martlet_onig_multiline }
    if flags.contains("x") { options |= martlet_onig_extended }
    let bytes = Array(source.utf8)
    var compiled: OnigRegex?
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withBase { start in
        onig_new(
          &compiled, start, start + buffer.count, options, martlet_onig_utf8(),
          martlet_onig_ruby(), nil)
      }
    }
    guard status == ONIG_NORMAL, let compiled, let limits = onig_new_match_param() else {
      if let compiled { onig_free(compiled) }
      throw .malformed
    }
    regex = compiled
    self.limits = limits
    onig_initialize_match_param(limits)
  }

  deinit {
    onig_free(regex)
    onig_free_match_param(limits)
  }

  /// Returns the number of the group with a name; nil if the pattern has none, or several.
  package func group(named name: String) -> Int? {
    let bytes = Array(name.utf8)
    var numbers: UnsafeMutablePointer<Int32>?
    let count = bytes.withUnsafeBufferPointer { buffer in
      buffer.withBase { start in
        onig_name_to_group_numbers(regex, start, start + buffer.count, &numbers)
      }
    }
    guard count == 1, let first = numbers?.pointee else { return nil }
    return Int(first)
  }

  /// Finds the first match at or after an offset, with at most `retries` backtracking steps.
  ///
  /// Bytes at the end that begin a character without its rest are not searched: the engine would read
  /// beyond the text.
  ///
  /// - Throws: `exhausted`.
  package func match(
    in text: [UInt8], from start: Int, retries: UInt
  ) throws(Failure) -> Match? {
    onig_set_retry_limit_in_search_of_match_param(limits, retries)
    onig_set_retry_limit_in_match_of_match_param(limits, retries)
    guard let region = onig_region_new() else { throw .exhausted }
    defer { onig_region_free(region, 1) }
    let end = text.endOfWholeCharacters
    guard start <= end else { return nil }
    let offset = text.withUnsafeBufferPointer { buffer in
      buffer.withBase { base in
        onig_search_with_param(
          regex, base, base + end, base + start, base + end, region,
          OnigOptionType(ONIG_OPTION_NONE), limits)
      }
    }
    if offset == ONIG_MISMATCH { return nil }
    guard offset >= 0 else { throw .exhausted }
    let registers = region.pointee
    return Match(
      groups: (0..<Int(registers.num_regs)).map { group in
        let from = registers.beg[group]
        return from < 0 ? nil : Int(from)..<max(Int(from), min(Int(registers.end[group]), end))
      })
  }
}

extension [UInt8] {
  /// The offset behind the last character of UTF-8 that is as long as its first byte says.
  fileprivate var endOfWholeCharacters: Int {
    var end = count
    var first = Swift.max(0, end - 3)
    while first < end {
      if first + Self.length(of: self[first]) > end {
        end = first
        first = Swift.max(0, end - 3)
      } else {
        first += 1
      }
    }
    return end
  }

  /// The length of a character by its first byte, as the engine's table has it.
  private static func length(of first: UInt8) -> Int {
    switch first {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xFF: 4
    default: 1
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The address of an empty array can be nil, but the library needs one.
  fileprivate func withBase<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    if let baseAddress { return body(baseAddress) }
    return withUnsafePointer(to: 0) { body($0) }
  }
}
