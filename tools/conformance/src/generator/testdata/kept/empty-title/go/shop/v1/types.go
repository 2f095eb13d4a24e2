// +groupName=shop.example.com
package v1

import (
	common "model/common"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Shop struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +kubebuilder:title=``
	F0 common.Item `json:"item,omitempty"`
}
