// +groupName=prose.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// PageSpec has descriptions of every sort.
type PageSpec struct {
	// One line.
	One string `json:"one"` // rule: prose/one-line

	// The first line
	// and the second.
	Lines string `json:"lines"` // rule: prose/lines-stay-lines

	// A paragraph.
	//
	// Another paragraph.
	//
	//
	// And one after two blank lines.
	Paragraphs string `json:"paragraphs"` // rule: prose/blank-lines-become-one

	//
	// Between blank lines.
	//
	Trimmed string `json:"trimmed"` // rule: prose/blank-lines-at-the-ends-go

	// Before the marker
	// +kubebuilder:validation:MinLength=1
	// and after it.
	Interrupted string `json:"interrupted"` // rule: prose/markers-are-left-out

	// Shown.
	// TODO: this line is not shown
	// This line is.
	Todo string `json:"todo"` // rule: prose/todo-lines-are-left-out

	// Shown.
	//  TODO indented is shown.
	IndentedTodo string `json:"indentedTodo"`

	// Shown.
	//
	// ---
	// Nothing below is.
	Cut string `json:"cut"` // rule: prose/dashes-end-it, prose/a-line-break-can-be-left

	// Shown.
	// --- this too
	// Nothing below is.
	CutText string `json:"cutText"`

	// Shown.
	//  --- indented does not end it.
	NotCut string `json:"notCut"`

	// In code:
	// ```yaml
	// TODO stays
	// ---
	// stays: too
	// ```
	// TODO goes
	// The end.
	Fenced string `json:"fenced"` // rule: prose/code-is-kept

	// In other code:
	// ~~~
	// TODO stays
	// ~~~
	Tildes string `json:"tildes"`

	// A list:
	//   - first
	//   - second
	//
	// Code:
	//
	//	indented by a tab
	//	  and two spaces
	Indented string `json:"indented"` // rule: prose/indentation-is-kept

	// It has a line that is longer than eighty columns, so that it has to be folded when it is printed, and once more after that, since it goes on.
	Long string `json:"long"` // rule: yaml/fold-80

	// It's 'quoted', "quoted", and `quoted`: with a colon.
	Quoted string `json:"quoted"` // rule: yaml/single-quotes

	// Has a # sign, [brackets] and {braces} & more * ! | > % @.
	Signs string `json:"signs"`

	// - begins like a list
	Dash string `json:"dash"`

	// # begins like a heading
	Heading string `json:"heading"`

	// yes
	Yes string `json:"yes"` // rule: yaml/words-that-are-no-text

	// 123
	Number string `json:"number"`

	// Über größere Änderungen — naïve café 日本語 ✓
	Letters string `json:"letters"` // rule: prose/any-letters

	// Has a tab	inside.
	Tab string `json:"tab"` // rule: yaml/tabs-are-escaped

	// Ends with a colon:
	Colon string `json:"colon"`

	// First: line.
	// 'Second' line # with signs.
	Literal string `json:"literal"` // rule: yaml/literal-blocks

	//   Indented first line
	// and another.
	LeadingSpace string `json:"leadingSpace"` // rule: yaml/literal-with-leading-space

	Undescribed string `json:"undescribed"` // rule: prose/none
}

// Page shows descriptions.
//
// It has two paragraphs.
// +kubebuilder:object:root=true
type Page struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PageSpec `json:"spec"`
}
