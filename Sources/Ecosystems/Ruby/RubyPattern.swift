import COnig

/// A compiled regular expression.
///
/// The engine is Oniguruma, from which Ruby's own was forked, with Ruby's syntax. The number of
/// backtracking steps is limited, because it can grow exponentially with the text.
final class RubyPattern {
  /// The byte ranges of the match and of each group; nil for a group that didn't participate.
  struct Match {
    var groups: [Range<Int>?]

    var whole: Range<Int> { groups.first.flatMap(\.self) ?? 0..<0 }
  }

  /// The reason why a search has no result.
  enum Failure: Error {
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

  /// Compiles a pattern.
  init(_ source: RubyRegex) throws(Failure) {
    guard Self.isReady, source.source.utf8.count <= Self.longest else { throw .malformed }
    var options = martlet_onig_ascii
    if source.options.contains("i") { options |= martlet_onig_ignore_case }
    if source.options.contains("m") { options |= martlet_onig_multiline }
    if source.options.contains("x") { options |= martlet_onig_extended }
    let bytes = Array(source.source.utf8)
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

  /// Finds the first match at or after an offset, with at most `retries` backtracking steps.
  func match(
    in text: [UInt8], from start: Int, retries: UInt
  ) throws(Failure) -> Match? {
    onig_set_retry_limit_in_search_of_match_param(limits, retries)
    onig_set_retry_limit_in_match_of_match_param(limits, retries)
    guard let region = onig_region_new() else { throw .exhausted }
    defer { onig_region_free(region, 1) }
    let offset = text.withUnsafeBufferPointer { buffer in
      buffer.withBase { base in
        onig_search_with_param(
          regex, base, base + text.count, base + start, base + text.count, region,
          OnigOptionType(ONIG_OPTION_NONE), limits)
      }
    }
    if offset == ONIG_MISMATCH { return nil }
    guard offset >= 0 else { throw .exhausted }
    let registers = region.pointee
    return Match(
      groups: (0..<Int(registers.num_regs)).map { group in
        let from = registers.beg[group]
        return from < 0 ? nil : Int(from)..<Int(registers.end[group])
      })
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The address of an empty array can be nil, but the library needs one.
  fileprivate func withBase<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    if let baseAddress { return body(baseAddress) }
    return withUnsafePointer(to: 0) { body($0) }
  }
}
