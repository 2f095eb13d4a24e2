// +groupName=descriptions.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// BookSpec has descriptions that are cut. This is the second sentence.
type BookSpec struct {
	// Short.
	Short string `json:"short"`

	// One sentence that fits into it. Another that does not fit.
	Sentence string `json:"sentence"` // rule: option/cut-after-a-sentence

	// One sentence alone that is too long to fit into it
	Words string `json:"words"` // rule: option/cut-after-a-word

	// Onewordthatislongerthananydescriptionshouldeverbeinanybook
	Word string `json:"word"` // rule: option/cut-in-a-word

	// See https://example.com/a/very/long/path/to/a/page for it
	Address string `json:"address"` // rule: option/dots-end-sentences

	// Is it so? Yes! Über größere Dinge — naïve café
	Marks string `json:"marks"` // rule: option/other-ends-of-sentences

	// Exactly forty characters are in this one
	Exact string `json:"exact"`

	// First line is here
	// and the second line goes on for longer.
	Lines string `json:"lines"`
}

// Book shows descriptions of limited length.
// +kubebuilder:object:root=true
type Book struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BookSpec `json:"spec"`
}
