/// The supported forms of calling one of Ruby's methods; all others are refused.
struct RubySignature {
  private var arguments: ClosedRange<Int>
  private var block: Block

  /// Whether a call has a block.
  enum Block {
    case never, allowed, required
  }

  init(_ arguments: ClosedRange<Int>, block: Block = .never) {
    self.arguments = arguments
    self.block = block
  }

  /// Creates a table of methods from names separated by blanks.
  static func table(_ forms: [(String, RubySignature)]) -> [String: RubySignature] {
    var result: [String: RubySignature] = [:]
    for (names, signature) in forms {
      for name in names.split(separator: " ") { result[String(name)] = signature }
    }
    return result
  }

  func admits(_ call: RubyInvocation) -> Bool {
    guard arguments.contains(call.positional.count), call.options.isEmpty else { return false }
    return switch block {
    case .never: call.block == nil
    case .allowed: true
    case .required: call.block != nil
    }
  }

  static let plain = RubySignature(0...0)
  static let one = RubySignature(1...1)
  static let maybeOne = RubySignature(0...1)
  static let oneOrTwo = RubySignature(1...2)
  static let many = RubySignature(0...1_000)
  static let block = RubySignature(0...0, block: .required)
  static let maybeBlock = RubySignature(0...0, block: .allowed)
  static let oneOrBlock = RubySignature(0...1, block: .allowed)
}

/// The signatures of Ruby's methods.
enum RubySignatures {
  static let any = RubySignature.table([
    ("nil? ! to_s inspect itself freeze dup presence present? blank?", .plain),
    ("== eql? < <= > >= <=> is_a? kind_of? instance_of? === !=", .one),
    ("between?", RubySignature(2...2)), ("respond_to?", .oneOrTwo),
    ("tap then yield_self", .block),
  ])

  static let string = RubySignature.table([
    (
      """
      strip lstrip rstrip chop downcase upcase capitalize swapcase reverse to_str to_path -@ +@ b \
      scrub to_sym intern to_i to_f length size empty? chars succ next
      """, .plain
    ),
    ("+ * % include? delete_prefix delete_suffix casecmp? =~ match? partition rpartition", .one),
    ("chomp encode", .maybeOne), ("start_with? end_with? concat prepend", .many),
    ("[] slice ljust rjust center", .oneOrTwo), ("tr match", RubySignature(1...2)),
    ("split", RubySignature(0...2)),
    ("sub gsub", RubySignature(1...2, block: .allowed)), ("scan << replace", .one),
    ("lines readlines", .plain), ("each_line", .block),
  ])

  static let array = RubySignature.table([
    ("to_a entries lazy force to_ary compact reverse length size empty? clear to_h", .plain),
    ("& - * include? member? delete delete_at take drop zip assoc", .one),
    ("first last join flatten pop shift", .maybeOne), ("[] slice", .oneOrTwo),
    ("+ |", .one), ("concat union difference push append unshift prepend values_at", .many),
    ("<<", .one), ("[]= insert", RubySignature(2...2)), ("at", .one), ("dig", .many),
    ("fetch", RubySignature(1...2)),
    ("uniq sort min max sum", .maybeBlock),
    ("count any? all? none? one? index find_index", .oneOrBlock),
    (
      """
      each reverse_each each_entry each_with_index map collect flat_map collect_concat filter_map \
      select filter reject find detect partition find_all delete_if keep_if sort_by max_by min_by \
      group_by take_while drop_while each_index
      """, .block
    ),
    ("each_with_object each_slice each_cons", RubySignature(1...1, block: .required)),
    ("inject reduce", .oneOrBlock),
  ])

  static let hash = RubySignature.table([
    ("keys values empty? length size to_hash compact invert clear", .plain),
    ("[] key? has_key? include? member? value? has_value? key delete", .one),
    ("fetch", RubySignature(1...2, block: .allowed)), ("dig values_at slice except", .many),
    ("merge update merge!", .many), ("[]= store", RubySignature(2...2)),
    (
      """
      each_pair each_key each_value transform_values transform_keys select filter reject \
      delete_if keep_if
      """, .block
    ),
    ("to_h", .maybeBlock),
  ])

  static let number = RubySignature.table([
    ("to_i to_f -@ +@ abs zero? positive? negative? even? odd? succ next pred to_int", .plain),
    ("+ - * / % **", .one), ("times", .block),
    ("upto downto", RubySignature(1...1, block: .required)),
  ])
}
