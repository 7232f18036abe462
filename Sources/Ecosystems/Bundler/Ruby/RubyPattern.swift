import COnig

/// A compiled regular expression.
///
/// Oniguruma matches, from which Ruby's own engine was forked, in Ruby's syntax. How often it may
/// turn back is limited: a pattern can take a time that grows exponentially with its text.
final class RubyPattern {
  /// A match: the bytes of the whole and of each group, nil for one that took no part.
  struct Match {
    var groups: [Range<Int>?]

    var whole: Range<Int> { groups.first.flatMap(\.self) ?? 0..<0 }
  }

  /// Why there is no answer.
  enum Failure: Error {
    /// The pattern is ill-formed.
    case malformed
    /// Matching turned back more often than allowed.
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

  /// Finds the first match at or behind a byte, turning back no more often than `retries` says.
  func match(
    in text: [UInt8], from start: Int, retries: UInt
  ) throws(Failure) -> Match? {
    onig_set_retry_limit_in_search_of_match_param(limits, retries)
    onig_set_retry_limit_in_match_of_match_param(limits, retries)
    guard let region = onig_region_new() else { throw .exhausted }
    defer { onig_region_free(region, 1) }
    let place = text.withUnsafeBufferPointer { buffer in
      buffer.withBase { base in
        onig_search_with_param(
          regex, base, base + text.count, base + start, base + text.count, region,
          OnigOptionType(ONIG_OPTION_NONE), limits)
      }
    }
    if place == ONIG_MISMATCH { return nil }
    guard place >= 0 else { throw .exhausted }
    let registers = region.pointee
    return Match(
      groups: (0..<Int(registers.num_regs)).map { group in
        let from = registers.beg[group]
        return from < 0 ? nil : Int(from)..<Int(registers.end[group])
      })
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// An empty array may have no address, which the library wants all the same.
  fileprivate func withBase<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    if let baseAddress { return body(baseAddress) }
    return withUnsafePointer(to: 0) { body($0) }
  }
}
