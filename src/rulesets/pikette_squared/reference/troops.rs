//! Reference: the types of troops and their models.

use crate::rules::ruleset::{Chapter, Part};

/// Types.
pub const TYPES: Chapter = Chapter {
    title: "Types of troops",
    heading: "Units; Infantry Move; Cavalry Move",
    parts: &[Part::Table {
        caption: "Types",
        head: &["Type", "Arm", "Stands", "Hits a stand", "Turn"],
        rows: &[
            &["Knights", "horse", "2", "3", "45"],
            &["Lancers", "horse", "2", "3", "90"],
            &["Reiters", "horse", "2", "3", "90"],
            &["Carabins", "horse", "2", "2", "180"],
            &["Light horse", "horse", "2", "2", "180"],
            &["Dismounted knights", "foot", "2", "4", "45"],
            &["Pike", "foot", "2", "4", "45"],
            &["Phalanx", "foot", "4", "4", "45"],
            &["Tercio", "foot", "6", "3, then 4", "45"],
            &["Arquebus", "foot", "2", "3", "45"],
            &["Longbowmen", "foot", "2", "3", "45"],
            &["Crossbows", "foot", "2", "3", "45"],
            &["Skirmishers", "foot", "2", "2", "180"],
            &["Militia", "foot", "2", "3", "45"],
            &["Cannon", "guns", "1", "3", "45"],
            &["War wagons", "wagons", "1", "4", "45"],
        ],
    }],
};

/// History of the types.
pub const HISTORY: Chapter = Chapter {
    title: "Who they were",
    heading: "Renaissance Warfare – How troop types developed",
    parts: &[Part::Table {
        caption: "In short",
        head: &["Type", "Who"],
        rows: &[
            &["Knights", "nobles in full plate on heavy horses, masters of the field for centuries"],
            &[
                "Dismounted knights",
                "the same on foot, slow and hard to beat, where horses were too good a mark for archers",
            ],
            &["Pike", "foot with spears of ten to sixteen feet; in close order nothing on horseback gets through"],
            &["Phalanx", "pikes in one deep block, as the Swiss and the Landsknechts fought"],
            &["Tercio", "the Spanish block of pike with arquebus at its corners, a fort on the march"],
            &["Arquebus", "the first useful handguns, which made armour pointless; the heavier musket followed"],
            &["Longbowmen", "English and Welsh archers trained from childhood, and gone because training took a life"],
            &["Crossbows", "slow to load, and still in use where they were at hand"],
            &["Skirmishers", "loose shooters with bow, crossbow, arquebus or musket"],
            &["Militia", "townsmen, tribesmen or mobs with halberds, bills and spears"],
            &["Lancers", "horse with the lance but less armour than knights, and the feudal horse of the East"],
            &["Reiters", "armoured pistoleers who ride up, fire and wheel away"],
            &["Carabins", "unarmoured horse with the arquebus, who skirmish and often get off to shoot"],
            &["Light horse", "fast riders with bow or javelin, useless against a front and deadly behind it"],
            &["Cannon", "on wheels at last, and able to follow an army"],
            &["War wagons", "a fortress that drives, as the Hussites used it against knights"],
        ],
    }],
};

/// Models.
pub const MODELS: Chapter = Chapter {
    title: "Stands, figures and markers",
    heading: "Units; Markers; What you need to play",
    parts: &[
        Part::Words(
            "A stand of foot is 60 mm wide and 20 to 30 deep, of horse 60 by 40; guns and wagons have a front of 60. \
             How many figures stand on it makes no difference.",
        ),
        Part::Table {
            caption: "Figures that look right; the higher number shows the hits",
            head: &["Type", "Figures a stand"],
            rows: &[
                &["Knights, lancers", "2 to 3"],
                &["Reiters", "3"],
                &["Carabins, light horse", "1 to 2"],
                &["Dismounted knights, pike", "4"],
                &["Arquebus, longbowmen, crossbows, militia", "2 to 3"],
                &["Skirmishers", "1 to 2"],
                &["Leader", "1, usually mounted"],
            ],
        },
        Part::Words(
            "Mark who has fired, who is disordered and who is routed, and hits; puffs of cotton, casualty figures \
             and stones look better than letters. Routed units show the enemy their backs.",
        ),
        Part::Words(
            "In the original Pikette a unit was one stand without hits; the squares, the second stand and the hits \
             came with this version.",
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Choices;
    use crate::rulesets::pikette_squared::terms::{Class, TroopType};

    #[test]
    fn the_table_says_what_the_types_are() {
        let [Part::Table { rows, .. }] = TYPES.parts else { panic!("the types are a table") };
        let printed: Vec<Vec<&str>> = rows.iter().map(|row| row.to_vec()).collect();
        let known: Vec<Vec<String>> = TroopType::ALL.iter().copied().map(columns).collect();
        assert_eq!(printed, known);
    }

    fn columns(kind: TroopType) -> Vec<String> {
        let arm = match kind.class() {
            Class::Cavalry => "horse",
            Class::Infantry => "foot",
            Class::Artillery => "guns",
            Class::WarWagons => "wagons",
        };
        let (full, last) = (kind.hits_per_stand(kind.full_stands()), kind.hits_per_stand(1));
        let hits = if full == last { full.to_string() } else { format!("{full}, then {last}") };
        vec![kind.label().into(), arm.into(), kind.full_stands().to_string(), hits, kind.max_turn().to_string()]
    }
}
