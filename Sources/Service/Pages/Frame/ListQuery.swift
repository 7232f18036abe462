import Store

/// What an address asks of a list: `?q=web&show=red&sort=name&page=2`.
struct ListQuery: Sendable {
  /// How many rows a page shows.
  static let size = 100
  /// Longer texts are no name of anything.
  private static let longest = 200

  /// Where the list is.
  let path: String
  private let values: [String: String]

  init(_ path: String, _ values: [String: String]) {
    self.path = path
    self.values = values
  }

  /// What a name contains; empty: anything.
  var text: String {
    String((values["q"] ?? "").trimmingPrefix { $0 == " " }.prefix(Self.longest))
  }

  /// Counted from 1.
  var number: Int { min(max(values["page"].flatMap { Int($0) } ?? 1, 1), 1_000_000) }

  /// The part of the list that the page shows.
  var window: Window { Window(limit: Self.size, offset: (number - 1) * Self.size) }

  /// One of several words; the first of them where none is given or it is another.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, else usual: Choice
  ) -> Choice where Choice.RawValue == String {
    values[name].flatMap(Choice.init(rawValue:)) ?? usual
  }

  /// A word as it was given; nil where there is none.
  func word(_ name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : String($0.prefix(Self.longest)) }
  }

  /// The address of the same list with another value, from its first page unless that is it.
  func address(_ name: String, _ value: String) -> String {
    var changed = values.filter { !$0.value.isEmpty && $0.key != "page" }
    changed[name] = value
    return Self.address(path, changed)
  }

  /// An address with a query; names are the program's own.
  static func address(_ path: String, _ values: [String: String]) -> String {
    let known = ["q", "show", "sort", "version", "page"]
    let query = known.compactMap { name in values[name].map { "\(name)=\(escaped($0))" } }
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }

  /// The rows of an array that the page shows.
  func part<Row>(of rows: [Row]) -> Listing<Row> {
    Listing(Array(rows.dropFirst(window.offset).prefix(window.limit)), total: rows.count)
  }

  /// A table between the ways to the other parts of its list, below it only where there are some.
  func paged(
    _ table: PageTable, _ shown: Int, of total: Int, _ noun: String, _ plural: String? = nil
  ) -> [Markup] {
    let pager = pager(shown, of: total, noun, plural, label: "Parts of the list")
    guard shown > 0, total > shown else { return [pager, table.markup] }
    let below = self.pager(shown, of: total, noun, plural, label: "Parts of the list, below it")
    return [pager, table.markup, below]
  }

  /// Says which part is shown, and leads to the others.
  private func pager(
    _ shown: Int, of total: Int, _ noun: String, _ plural: String?, label: String
  ) -> Markup {
    guard shown > 0 else { return .list([]) }
    guard total > shown else {
      return element("p", ["class": "soft"], [.text(counted(total, noun, plural) + ".")])
    }
    let first = window.offset + 1
    let range = "\(grouped(first))–\(grouped(first + shown - 1)) of \(counted(total, noun, plural))"
    var links: [Markup] = [element("span", ["class": "soft"], [.text(range)])]
    if number > 1 { links.append(link("Previous page", to: address("page", "\(number - 1)"))) }
    if first + shown <= total {
      links.append(link("Next page", to: address("page", "\(number + 1)")))
    }
    return element("nav", ["class": "pager", "aria-label": label], links)
  }

  /// What is said where a page shows nothing.
  func absence(_ words: String, filtered: String) -> String {
    if number > 1 { return "The list has no page \(grouped(number))." }
    return text.isEmpty && values["show"] == nil ? words : filtered
  }
}
