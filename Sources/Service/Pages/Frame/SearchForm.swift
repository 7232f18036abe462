import Languages

/// A form that filters a list; works without scripts.
struct SearchForm {
  /// A choice from a few words.
  struct Choice {
    let name: StaticString
    let label: Message
    /// The values with their labels.
    let options: [(String, Message)]
    let chosen: String
  }

  let path: String
  let label: Message
  let text: String
  /// The value of the filter by owner; nil: the list has none.
  var owner: String?
  /// The value of the filter by people and teams of `CODEOWNERS`; nil: the list has none.
  var team: String?
  var choices: [Choice] = []

  var markup: Markup {
    let field = labelled(
      label, "q", element("input", ["id": "q", "name": "q", "type": "search", "value": text]))
    return element(
      "form", ["method": "get", "action": path, "role": "search"],
      [field] + fields + choices.map(select) + [element("button", ["type": "submit"], ["Show"])]
    )
  }

  private var fields: [Markup] {
    let all: [(StaticString, Message, String?)] = [
      ("owner", "Owner", owner), ("team", "Team", team),
    ]
    return all.compactMap { name, label, value in
      value.map { value in
        let input = element(
          "input", ["id": "\(name)", "name": "\(name)", "type": "search", "value": value])
        return labelled(label, "\(name)", input)
      }
    }
  }

  private func select(_ choice: Choice) -> Markup {
    let options = choice.options.map { value, title in
      value == choice.chosen
        ? element("option", ["value": value, "selected": ""], [.label(title)])
        : element("option", ["value": value], [.label(title)])
    }
    let id = "\(choice.name)"
    return labelled(choice.label, id, element("select", ["id": id, "name": id], options))
  }

  private func labelled(_ label: Message, _ id: String, _ field: Markup) -> Markup {
    element("div", [:], [element("label", ["for": id], [.label(label)]), field])
  }
}
