package common

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Item metav1.Time
