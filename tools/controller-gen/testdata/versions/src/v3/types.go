// +groupName=versions.example.com
// +kubebuilder:skip
package v3

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Road is not looked at.
// +kubebuilder:object:root=true
type Road struct { // rule: version/skipped-folder
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
