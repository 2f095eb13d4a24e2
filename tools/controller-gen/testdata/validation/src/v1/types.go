// +groupName=validation.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Whole is a number with every marker of numbers.
// +kubebuilder:validation:Minimum=-10
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:Maximum=100
// +kubebuilder:validation:ExclusiveMaximum=false
// +kubebuilder:validation:MultipleOf=5
type Whole int32

// Text has every marker of text.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:Format=hostname
type Text string

// List has every marker of lists.
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=5
// +kubebuilder:validation:UniqueItems=false
type List []string

// Table has every marker of maps.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=8
type Table map[string]string

// Closed is one of a few.
// +kubebuilder:validation:Enum=a;b
type Closed string

// Retyped is a number in Go, and text elsewhere.
// +kubebuilder:validation:Type=string
type Retyped int64

// Kept is an object that keeps what it does not know.
// +kubebuilder:validation:XPreserveUnknownFields
// +kubebuilder:validation:XEmbeddedResource
type Kept struct {
	// +optional
	Name string `json:"name,omitempty"`
}

// Either is a number or text.
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern="^[0-9]+%?$"
// +kubebuilder:validation:MaxLength=4
// +kubebuilder:validation:MinLength=1
type Either string // rule: validation/int-or-string-is-text

// Checked has rules.
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min is above max"
// +kubebuilder:validation:XValidation:rule="self.min >= 0",messageExpression="'min is %d'.format([self.min])",reason=FieldValueInvalid,fieldPath=".min"
type Checked struct { // rule: validation/rules-in-source-order
	Min int32 `json:"min"`
	Max int32 `json:"max"`
}

// ThingSpec has every marker of the family on a field.
type ThingSpec struct {
	Whole   Whole   `json:"whole"`
	Text    Text    `json:"text"`
	List    List    `json:"list"`
	Table   Table   `json:"table"`
	Closed  Closed  `json:"closed"`
	Retyped Retyped `json:"retyped"`
	Kept    Kept    `json:"kept"`
	Either  Either  `json:"either"`
	// +kubebuilder:validation:XValidation:rule="self.max < 100",messageExpression="'max is %d'.format([self.max])",fieldPath=".max"
	Checked Checked `json:"checked"`

	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=false
	// +kubebuilder:validation:Maximum=9
	// +kubebuilder:validation:ExclusiveMaximum=true
	// +kubebuilder:validation:MultipleOf=3
	Number int64 `json:"number"` // rule: validation/exclusive-false-is-left-out

	// +kubebuilder:validation:Minimum=10.0
	Float int32 `json:"float"` // rule: validation/whole-float-on-integer

	// +kubebuilder:validation:MinLength=0
	// +kubebuilder:validation:MaxLength=0
	// +kubebuilder:validation:Pattern=[a-z]+
	// +kubebuilder:validation:Format=ipv4
	Word string `json:"word"` // rule: validation/bounds-of-zero-are-kept, validation/pattern-verbatim

	// +kubebuilder:validation:MinItems=2
	// +kubebuilder:validation:MaxItems=3
	// +kubebuilder:validation:UniqueItems=false
	Words []string `json:"words"`

	// +kubebuilder:validation:MinProperties=2
	// +kubebuilder:validation:MaxProperties=3
	Pairs map[string]string `json:"pairs"`

	// +kubebuilder:validation:Enum=1;2;3
	Choice int32 `json:"choice"` // rule: validation/enum-guesses-each-value

	// +kubebuilder:validation:Enum={"1","two","x y"}
	Quoted string `json:"quoted"`

	// +kubebuilder:validation:Enum=true
	Yes bool `json:"yes"`

	// +kubebuilder:validation:Enum={{a},{a,b}}
	Lists []string `json:"lists"` // rule: validation/enum-of-a-list-is-of-the-list

	// +kubebuilder:validation:Type=string
	Port int32 `json:"port"` // rule: order/type-comes-first

	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=3
	Short int32 `json:"short"`

	// +kubebuilder:validation:XPreserveUnknownFields
	// +kubebuilder:validation:XEmbeddedResource
	Whatever runtime.RawExtension `json:"whatever"`

	// +kubebuilder:validation:Pattern=`^\d+$`
	// +kubebuilder:validation:XIntOrString
	Percent string `json:"percent"` // rule: order/int-or-string-comes-first

	// +kubebuilder:validation:XValidation:rule="self != ''",message="it is empty",reason=FieldValueRequired
	// +kubebuilder:validation:XValidation:rule="self != 'x'",reason=FieldValueForbidden
	// +kubebuilder:validation:XValidation:rule="self != 'y'",reason=FieldValueDuplicate
	// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || self == 'z'",optionalOldSelf=true
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",optionalOldSelf=false
	Ruled string `json:"ruled"` // rule: validation/reasons
}

// Thing shows the family kubebuilder:validation on types and on fields.
// +kubebuilder:object:root=true
type Thing struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ThingSpec `json:"spec"`
}
