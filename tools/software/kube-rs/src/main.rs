//! What kube-rs can do on a cluster, as its documentation shows it. Each case prints a line of the Test Anything
//! Protocol.

mod controller;
mod tap;

use std::time::Duration;

use futures::{AsyncBufReadExt, StreamExt, TryStreamExt};
use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::batch::v1::Job;
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Pod, ServiceAccount};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    Api, AttachParams, DeleteParams, DynamicObject, ListParams, LogParams, Patch, PatchParams, PostParams, WatchEvent,
    WatchParams,
};
use kube::core::GroupVersionKind;
use kube::runtime::wait::{await_condition, conditions};
use kube::runtime::{reflector, watcher, WatchStreamExt};
use kube::{discovery, Client, CustomResourceExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use controller::Widget;
use tap::{ensure, eventually, Outcome, Tap};

pub const NAMESPACE: &str = "software-kube-rs";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = Client::try_default().await?;
    let mut tap = Tap::new(14);
    tap.case("the version and the groups are read", versions(client.clone())).await;
    tap.case("a namespace is created", namespace(client.clone())).await;
    tap.case("a Deployment becomes available", deployment(client.clone())).await;
    tap.case("a conflict is refused with its status", conflict(client.clone())).await;
    tap.case("a watch sees an object come, change and go", watched(client.clone())).await;
    tap.case("a reflector keeps a store", reflected(client.clone())).await;
    tap.case("a derived definition is applied and established", definition(client.clone())).await;
    tap.case("a dynamic object is found by discovery", dynamic(client.clone())).await;
    tap.case("a controller reconciles, finalizes and owns", controller::reconciles(client.clone())).await;
    tap.case("a Job completes", job(client.clone())).await;
    tap.case("the log of a Pod is streamed", logs(client.clone())).await;
    tap.case("a command runs in a container", executed(client.clone())).await;
    tap.case("a port of a Pod is forwarded", forwarded(client.clone())).await;
    tap.case("a namespace is deleted with all that it holds", deleted(client)).await;
    tap.end()
}

async fn versions(client: Client) -> Outcome {
    ensure(client.apiserver_version().await?.major == "1", "major version 1")?;
    let groups = discovery::Discovery::new(client).run().await?;
    ensure(groups.has_group("apps"), "the group apps")
}

async fn namespace(client: Client) -> Outcome {
    let namespace = serde_json::from_value(json!({ "metadata": { "name": NAMESPACE } }))?;
    Api::<Namespace>::all(client.clone()).create(&PostParams::default(), &namespace).await?;
    let accounts = Api::<ServiceAccount>::namespaced(client, NAMESPACE);
    eventually("a default account", || async { Ok(accounts.get_opt("default").await?.is_some()) }).await
}

async fn deployment(client: Client) -> Outcome {
    let deployments = Api::<Deployment>::namespaced(client, NAMESPACE);
    let web = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": { "name": "web" },
        "spec": {
            "replicas": 2,
            "selector": { "matchLabels": { "app": "web" } },
            "template": {
                "metadata": { "labels": { "app": "web" } },
                "spec": {
                    "containers": [{ "name": "web", "image": "example.com/web:1", "ports": [{ "containerPort": 80 }] }]
                }
            }
        }
    });
    deployments.patch("web", &PatchParams::apply("kube-rs"), &Patch::Apply(&web)).await?;
    let available = await_condition(deployments.clone(), "web", conditions::is_deployment_completed());
    tokio::time::timeout(Duration::from_secs(60), available).await??;
    let scale = deployments.get_scale("web").await?;
    ensure(scale.status.map(|status| status.replicas) == Some(2), "two replicas in the scale")
}

fn config_map(name: &str) -> ConfigMap {
    ConfigMap {
        metadata: kube::api::ObjectMeta { name: Some(name.into()), ..Default::default() },
        ..Default::default()
    }
}

async fn conflict(client: Client) -> Outcome {
    let maps = Api::<ConfigMap>::namespaced(client, NAMESPACE);
    let stale = maps.create(&PostParams::default(), &config_map("settings")).await?;
    maps.patch("settings", &PatchParams::default(), &Patch::Merge(json!({ "data": { "a": "1" } }))).await?;
    match maps.replace("settings", &PostParams::default(), &stale).await {
        Err(kube::Error::Api(status)) => ensure(status.code == 409, "status 409"),
        other => Err(anyhow::anyhow!("expected a conflict, got {other:?}")),
    }
}

async fn watched(client: Client) -> Outcome {
    let maps = Api::<ConfigMap>::namespaced(client, NAMESPACE);
    let version = maps.list(&ListParams::default()).await?.metadata.resource_version.unwrap_or_default();
    maps.create(&PostParams::default(), &config_map("seen")).await?;
    maps.patch("seen", &PatchParams::default(), &Patch::Merge(json!({ "data": { "a": "1" } }))).await?;
    maps.delete("seen", &DeleteParams::default()).await?;
    let mut events = maps.watch(&WatchParams::default().fields("metadata.name=seen"), &version).await?.boxed();
    let mut seen = Vec::new();
    while let Some(event) = events.try_next().await? {
        seen.push(match event {
            WatchEvent::Added(_) => "added",
            WatchEvent::Modified(_) => "modified",
            WatchEvent::Deleted(_) => break,
            _ => "other",
        });
    }
    ensure(seen == ["added", "modified"], "added, modified, deleted")
}

async fn reflected(client: Client) -> Outcome {
    let pods = Api::<Pod>::namespaced(client, NAMESPACE);
    let (store, writer) = reflector::store();
    let stream = watcher(pods, watcher::Config::default().labels("app=web").streaming_lists());
    let events = reflector(writer, stream).default_backoff().applied_objects();
    let task = tokio::spawn(events.for_each(|_| async {}));
    store.wait_until_ready().await?;
    let count = store.state().len();
    task.abort();
    ensure(count == 2, "two Pods in the store")
}

async fn definition(client: Client) -> Outcome {
    let definitions = Api::<CustomResourceDefinition>::all(client);
    let name = "widgets.rust.example.com";
    definitions.patch(name, &PatchParams::apply("kube-rs").force(), &Patch::Apply(Widget::crd())).await?;
    let established = await_condition(definitions, name, conditions::is_crd_established());
    tokio::time::timeout(Duration::from_secs(60), established).await??;
    Ok(())
}

async fn dynamic(client: Client) -> Outcome {
    let kind = GroupVersionKind::gvk("rust.example.com", "v1", "Widget");
    let (resource, _) = discovery::oneshot::pinned_kind(&client, &kind).await?;
    let widgets = Api::<DynamicObject>::namespaced_with(client, NAMESPACE, &resource);
    let widget = json!({
        "apiVersion": "rust.example.com/v1",
        "kind": "Widget",
        "metadata": { "name": "dynamic" },
        "spec": { "size": 5 }
    });
    let applied = widgets.patch("dynamic", &PatchParams::apply("kube-rs"), &Patch::Apply(&widget)).await?;
    ensure(applied.data["spec"]["size"] == 5, "size 5")?;
    widgets.delete("dynamic", &DeleteParams::default()).await?;
    Ok(())
}

async fn job(client: Client) -> Outcome {
    let jobs = Api::<Job>::namespaced(client, NAMESPACE);
    let pod = json!({ "restartPolicy": "Never", "containers": [{ "name": "work", "image": "example.com/work:1" }] });
    let work = serde_json::from_value(json!({
        "metadata": { "name": "work" },
        "spec": { "template": { "spec": pod } }
    }))?;
    jobs.create(&PostParams::default(), &work).await?;
    let complete = await_condition(jobs, "work", conditions::is_job_completed());
    tokio::time::timeout(Duration::from_secs(60), complete).await??;
    Ok(())
}

async fn first_pod(client: Client, labels: &str) -> anyhow::Result<(Api<Pod>, String)> {
    let pods = Api::<Pod>::namespaced(client, NAMESPACE);
    let list = pods.list(&ListParams::default().labels(labels)).await?;
    let name = list.items.first().and_then(|pod| pod.metadata.name.clone());
    Ok((pods, name.ok_or_else(|| anyhow::anyhow!("no Pod with {labels}"))?))
}

async fn logs(client: Client) -> Outcome {
    let (pods, name) = first_pod(client, "job-name=work").await?;
    let stream = pods.log_stream(&name, &LogParams { follow: true, ..Default::default() }).await?;
    let lines: Vec<String> = stream.lines().try_collect().await?;
    ensure(lines == ["first line", "second line"], "two lines")
}

async fn executed(client: Client) -> Outcome {
    let (pods, name) = first_pod(client, "app=web").await?;
    let mut echo = pods.exec(&name, ["echo", "hello"], &AttachParams::default()).await?;
    let mut out = String::new();
    echo.stdout().ok_or_else(|| anyhow::anyhow!("no output"))?.read_to_string(&mut out).await?;
    ensure(out == "hello\n", "hello")?;
    let mut fails = pods.exec(&name, ["false"], &AttachParams::default()).await?;
    let status = fails.take_status().ok_or_else(|| anyhow::anyhow!("no status"))?.await;
    let reason = status.and_then(|status| status.reason);
    ensure(reason.as_deref() == Some("NonZeroExitCode"), "a status with the exit code")
}

async fn forwarded(client: Client) -> Outcome {
    let (pods, name) = first_pod(client, "app=web").await?;
    let mut forward = pods.portforward(&name, &[80]).await?;
    let mut stream = forward.take_stream(80).ok_or_else(|| anyhow::anyhow!("no stream"))?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    ensure(answer.starts_with("HTTP/1.1 200 "), "status 200")
}

async fn deleted(client: Client) -> Outcome {
    let namespaces = Api::<Namespace>::all(client);
    namespaces.delete(NAMESPACE, &DeleteParams::default()).await?;
    eventually("the namespace goes", || async { Ok(namespaces.get_opt(NAMESPACE).await?.is_none()) }).await
}
