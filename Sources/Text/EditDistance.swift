/// Returns the number of insertions, deletions, substitutions and transpositions between two words.
///
/// This is Damerau's distance (1964) without edits of transposed letters, in bytes of UTF-8.
package func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var line = [row + 1]
    for column in right.indices {
      let same = left[row] == right[column]
      var cost = min(last[column + 1] + 1, line[column] + 1, last[column] + (same ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      line.append(cost)
    }
    (beforeLast, last) = (last, line)
  }
  return last[right.count]
}
