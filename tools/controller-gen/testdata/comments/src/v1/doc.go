// Package v1 shows where markers may stand.
//
// +groupName=comments.example.com
package v1 // rule: comment/package-doc

// +kubebuilder:rbac:groups=a,resources=free-standing,verbs=get

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:rbac:groups=a,resources=before-a-constant,verbs=get

// Version is what this is.
const Version = "v1" // rule: comment/free-standing

// +kubebuilder:rbac:groups=a,resources=far-above,verbs=get

// +kubebuilder:rbac:groups=a,resources=above-a-type,verbs=get

// NoteSpec has markers in every place that counts.
type NoteSpec struct { // rule: comment/folder-marker-above-a-type
	// +kubebuilder:validation:MinLength=1
	// Above comes the marker.
	Above string `json:"above"` // rule: comment/before-and-after-the-doc

	// Below comes the marker.
	// +kubebuilder:validation:MinLength=2
	Below string `json:"below"`

	// None has prose at the end of its line.
	None string `json:"none"` // prose, rule: comment/end-of-line-is-no-description

	// genclient is another tool's marker.
	// +genclient
	// +other:tool:marker=x
	Foreign string `json:"foreign"` // rule: comment/other-tools'-markers-are-left-out
}

// +kubebuilder:validation:MinLength=3
// Text has its marker above.
type Text string

// Note shows where markers may stand.
// +kubebuilder:object:root=true
type Note struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NoteSpec `json:"spec"`

	// +optional
	Text Text `json:"text,omitempty"`
}

// +kubebuilder:rbac:groups=a,resources=at-the-end,verbs=get
