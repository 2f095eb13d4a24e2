//! A controller with a finalizer and a child, as kube-rs's documentation writes one.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, DeleteParams, Patch, PatchParams, PostParams};
use kube::runtime::controller::{Action, Controller};
use kube::runtime::finalizer::{finalizer, Event};
use kube::runtime::watcher;
use kube::{Client, CustomResource, Resource, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::tap::{eventually, Outcome};
use crate::NAMESPACE;

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "rust.example.com", version = "v1", kind = "Widget", namespaced, status = "WidgetStatus")]
pub struct WidgetSpec {
    pub size: i32,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct WidgetStatus {
    pub ready: bool,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Kube(#[from] kube::Error),
    #[error("finalizer: {0}")]
    Finalizer(#[source] Box<kube::runtime::finalizer::Error<Error>>),
}

async fn reconcile(widget: Arc<Widget>, client: Arc<Client>) -> Result<Action, Error> {
    let widgets = Api::<Widget>::namespaced((*client).clone(), NAMESPACE);
    finalizer(&widgets, "rust.example.com/cleanup", widget, |event| async {
        match event {
            Event::Apply(widget) => apply(&widget, (*client).clone()).await,
            Event::Cleanup(widget) => cleanup(&widget, (*client).clone()).await,
        }
    })
    .await
    .map_err(|error| Error::Finalizer(Box::new(error)))
}

async fn apply(widget: &Widget, client: Client) -> Result<Action, Error> {
    let name = widget.name_any();
    let child = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": { "name": name, "ownerReferences": [widget.controller_owner_ref(&())] },
        "data": { "size": widget.spec.size.to_string() }
    });
    let parameters = PatchParams::apply("widgets").force();
    Api::<ConfigMap>::namespaced(client.clone(), NAMESPACE).patch(&name, &parameters, &Patch::Apply(&child)).await?;
    let status = json!({ "status": { "ready": true } });
    Api::<Widget>::namespaced(client, NAMESPACE)
        .patch_status(&name, &PatchParams::default(), &Patch::Merge(&status))
        .await?;
    Ok(Action::requeue(Duration::from_secs(300)))
}

async fn cleanup(widget: &Widget, client: Client) -> Result<Action, Error> {
    let left = json!({ "metadata": { "name": format!("{}-cleaned", widget.name_any()) } });
    let left = serde_json::from_value(left).map_err(kube::Error::SerdeError)?;
    Api::<ConfigMap>::namespaced(client, NAMESPACE).create(&PostParams::default(), &left).await?;
    Ok(Action::await_change())
}

/// Runs the controller while a Widget is created, changed and deleted.
pub async fn reconciles(client: Client) -> Outcome {
    let widgets = Api::<Widget>::namespaced(client.clone(), NAMESPACE);
    let maps = Api::<ConfigMap>::namespaced(client.clone(), NAMESPACE);
    let controller = Controller::new(widgets.clone(), watcher::Config::default())
        .owns(maps.clone(), watcher::Config::default())
        .run(reconcile, |_, _, _| Action::requeue(Duration::from_millis(200)), Arc::new(client));
    let task = tokio::spawn(controller.for_each(|_| async {}));
    let widget = Widget::new("one", WidgetSpec { size: 1 });
    widgets.create(&PostParams::default(), &widget).await?;
    let size_is = |size: &'static str| {
        let maps = maps.clone();
        move || {
            let maps = maps.clone();
            async move {
                let data = maps.get_opt("one").await?.and_then(|map| map.data).unwrap_or_default();
                Ok(data.get("size").map(String::as_str) == Some(size))
            }
        }
    };
    eventually("a child", size_is("1")).await?;
    eventually("a status", || async { Ok(widgets.get("one").await?.status.unwrap_or_default().ready) }).await?;
    widgets.patch("one", &PatchParams::default(), &Patch::Merge(json!({ "spec": { "size": 2 } }))).await?;
    eventually("the new size", size_is("2")).await?;
    maps.delete("one", &DeleteParams::default()).await?;
    eventually("the child again", size_is("2")).await?;
    widgets.delete("one", &DeleteParams::default()).await?;
    eventually("the cleanup", || async { Ok(maps.get_opt("one-cleaned").await?.is_some()) }).await?;
    eventually("the child goes", || async { Ok(maps.get_opt("one").await?.is_none()) }).await?;
    task.abort();
    Ok(())
}
