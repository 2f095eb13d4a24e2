// Package published names the packages of other people's APIs that have twins in TypeScript below testdata, so that go.mod says which versions of them are meant.
package published

import (
	_ "github.com/fluxcd/notification-controller/api/v1"
	_ "github.com/fluxcd/notification-controller/api/v1beta1"
	_ "github.com/fluxcd/notification-controller/api/v1beta2"
	_ "github.com/fluxcd/notification-controller/api/v1beta3"
	_ "github.com/kubeflow/trainer/v2/pkg/apis/trainer/v1alpha1"
	_ "github.com/kubeflow/trainer/v2/pkg/controller"
	_ "github.com/kubeflow/trainer/v2/pkg/runtime/core"
	_ "github.com/kubeflow/trainer/v2/pkg/util/cert"
	_ "github.com/kubeflow/trainer/v2/pkg/webhooks"
	_ "github.com/kubernetes-csi/external-snapshotter/client/v8/apis/volumegroupsnapshot/v1beta1"
	_ "github.com/kubernetes-csi/external-snapshotter/client/v8/apis/volumegroupsnapshot/v1beta2"
	_ "github.com/kubernetes-csi/external-snapshotter/client/v8/apis/volumesnapshot/v1"
	_ "open-cluster-management.io/api/work/v1"
	_ "open-cluster-management.io/api/work/v1alpha1"
	_ "sigs.k8s.io/network-policy-api/apis/v1alpha1"
)
