import Languages
import Store

/// The query of a list's address: `?q=web&show=red&sort=name&page=2`.
struct ListQuery: Sendable {
  /// The number of rows per page.
  static let size = 100
  /// The maximum length of the search text.
  private static let longest = 200

  /// The path of the list.
  let path: String
  private let values: [String: String]

  init(_ path: String, _ values: [String: String]) {
    self.path = path
    self.values = values
  }

  /// The search text; empty for none.
  var text: String {
    String((values["q"] ?? "").trimmingPrefix { $0 == " " }.prefix(Self.longest))
  }

  /// Counted from 1.
  var number: Int { min(max(values["page"].flatMap { Int($0) } ?? 1, 1), 1_000_000) }

  /// The part of the list on this page.
  var window: Window { Window(limit: Self.size, offset: (number - 1) * Self.size) }

  /// Returns the chosen word; the first one if the query has none or an unknown one.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, else usual: Choice
  ) -> Choice where Choice.RawValue == String {
    values[name].flatMap(Choice.init(rawValue:)) ?? usual
  }

  /// Returns the value of a name; nil if it is missing.
  func word(_ name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : String($0.prefix(Self.longest)) }
  }

  /// Returns the address of this page of the list with another value for `refresh`.
  func address(refresh: String) -> String {
    var changed = values.filter { !$0.value.isEmpty }
    changed["refresh"] = refresh
    return Self.address(path, changed)
  }

  /// Returns the address of this list with another value, from its first page unless the value is
  /// the page.
  func address(_ name: String, _ value: String) -> String {
    var changed = values.filter { !$0.value.isEmpty && $0.key != "page" }
    changed[name] = value
    return Self.address(path, changed)
  }

  /// Returns an address with a query; names are constants of the program.
  static func address(_ path: String, _ values: [String: String]) -> String {
    let known = ["q", "owner", "team", "show", "sort", "version", "page", "refresh"]
    let query = known.compactMap { name in values[name].map { "\(name)=\(escaped($0))" } }
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }

  /// Returns the rows of an array on this page.
  func part<Row>(of rows: [Row]) -> Listing<Row> {
    Listing(Array(rows.dropFirst(window.offset).prefix(window.limit)), total: rows.count)
  }

  /// Returns a table with links to the other pages; the links below the table are omitted for short
  /// pages.
  func paged(
    _ table: PageTable, _ shown: Int, of total: Int, _ noun: Counted
  ) -> [Markup] {
    let pager = pager(shown, of: total, noun, label: "Parts of the list")
    guard shown > 0, total > shown else { return [pager, table.markup] }
    let below = self.pager(shown, of: total, noun, label: "Parts of the list, below it")
    return [pager, table.markup, below]
  }

  /// Returns the range on this page with links to the others.
  private func pager(
    _ shown: Int, of total: Int, _ noun: Counted, label: Message
  ) -> Markup {
    guard shown > 0 else { return .list([]) }
    guard total > shown else {
      return element("p", ["class": "soft"], [.label(noun.message(total)), "."])
    }
    let first = window.offset + 1
    let range: Markup = "\(grouped(first))–\(grouped(first + shown - 1)) of "
    var links = [element("span", ["class": "soft"], [range, .label(noun.message(total))])]
    if number > 1 {
      links.append(link(.label("Previous page"), to: address("page", "\(number - 1)")))
    }
    if first + shown <= total {
      links.append(link(.label("Next page"), to: address("page", "\(number + 1)")))
    }
    return element("nav", ["class": "pager"], named: label, links)
  }

  /// Returns the message of an empty page.
  func absence(_ message: Message, filtered: Message) -> Message {
    if number > 1 { return "The list has no page \(grouped(number))." }
    let isFiltered = ["owner", "team", "show"].contains { word($0) != nil }
    return text.isEmpty && !isFiltered ? message : filtered
  }
}
