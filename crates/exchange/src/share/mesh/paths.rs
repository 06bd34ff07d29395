//! Paths between devices of a mesh, according to their reports.

use super::Mesh;
use battle::Device;
use std::collections::BTreeSet;

/// How entries of this device reach another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The devices are connected.
    Direct,
    /// Entries go through other devices, the first of which is this one.
    Through(Device),
    /// No path is known. What the device has got since its last report is unknown.
    CutOff,
}

impl Mesh {
    /// Returns how entries reach another device, by a shortest path. A connection between two other devices counts only if both report it, because a
    /// device that has died reports nothing.
    pub fn reach(&self, device: &Device) -> Reach {
        if self.own.to.contains(device) {
            return Reach::Direct;
        }
        // Devices to be visited, each with the first device on the way.
        let mut open: Vec<(&Device, &Device)> = self.own.to.iter().map(|first| (first, first)).collect();
        let mut visited: BTreeSet<&Device> = self.own.to.iter().chain([&self.own.device]).collect();
        let mut next = 0;
        while let Some((here, first)) = open.get(next).copied() {
            next += 1;
            let linked = self.reports.get(here).into_iter().flat_map(|report| &report.to);
            for other in linked {
                let is_mutual = self.reports.get(other).is_some_and(|report| report.to.contains(here));
                if is_mutual && visited.insert(other) {
                    if other == device {
                        return Reach::Through(first.clone());
                    }
                    open.push((other, first));
                }
            }
        }
        Reach::CutOff
    }

    /// True if a device is at most two hops away, so that messages about the end of a phase reach it.
    pub fn is_near(&self, device: &Device) -> bool {
        self.own.to.contains(device) || self.between(device).next().is_some()
    }

    /// Returns the devices that are connected both to this device and to `other`.
    pub(super) fn between<'a>(&'a self, other: &'a Device) -> impl Iterator<Item = &'a Device> {
        let is_to = |one: &Device, to: &Device| self.reports.get(one).is_some_and(|report| report.to.contains(to));
        self.own.to.iter().filter(move |via| is_to(via, other) && is_to(other, via))
    }
}
