import Forges
import Languages

/// A form with one button, which works without scripts.
struct ActionForm {
  let action: ServiceAction
  /// Nil for the whole fleet.
  var repository: RepositoryID?
  let label: Message
  /// Further fields.
  var fields: [(String, String)] = []

  /// The form for an operator; nothing for others.
  func markup(for visitor: PageVisitor) -> Markup {
    guard visitor.isOperator else { return .list([]) }
    let path = repository.map { address("actions", action.rawValue, $0.forge, "\($0.name)") }
    let hidden = ([("key", visitor.formKey)] + fields).map { name, value in
      element("input", ["type": "hidden", "name": name, "value": value])
    }
    return element(
      "form",
      ["method": "post", "action": path ?? address("actions", action.rawValue), "class": "action"],
      hidden + [element("button", ["type": "submit"], [.label(label)])])
  }
}

/// Buttons in a row; nothing for visitors who may not act.
func actions(_ forms: [ActionForm], for visitor: PageVisitor) -> Markup {
  guard visitor.isOperator else { return .list([]) }
  return element("div", ["class": "actions"], forms.map { $0.markup(for: visitor) })
}
