// +groupName=a-b.example.io
package v1

import (
	common "model/common"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

//   - two
type Zone map[string]common.Target

type HeroSpec struct {
}

// +kubebuilder:skipversion
// u
type Hero struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	F0 HeroSpec `json:"spec,omitempty"`
}
