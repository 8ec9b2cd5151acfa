extension SampleDocuments {
  /// Sights and hotels, posts, photos and orders.
  static let travel: [(name: String, text: String)] = [
    (
      "scenics.json",
      #"""
      {"data": [
        {"campaignTag": "Save 15", "lowestPrice": 48.5, "lng": 10.1, "lat": 50.2, "pictureTag": "https://img.example/tag.png", "cityId": 1, "cityName": "Norburg", "avgScore": 4.4, "areaName": "Old Quay", "frontImg": "https://img.example/park.jpg", "solds": 1200, "name": "Glasshouse Park"},
        {"campaignTag": "", "lowestPrice": 0, "lng": 121.47, "lat": 31.23, "cityId": 2, "cityName": "上海", "areaName": "外滩", "frontImg": "", "solds": 0, "name": "江边步道"},
        {"lowestPrice": 120, "lng": 11.9, "lat": 51.1, "cityId": 3, "cityName": "Seeheim", "areaName": "North Mole", "frontImg": "https://img.example/mole.jpg", "solds": 87, "name": "Lighthouse Walk"}
      ]}
      """#
    ),
    (
      "scenics-broken.json",
      #"""
      {"data": [
        {"campaignTag": "Save 15", "lowestPrice": "48.5", "lng": 10.1, "lat": 50.2, "pictureTag": "https://img.example/tag.png", "cityId": 1, "cityName": "Norburg", "avgScore": 4.4, "areaName": "Old Quay", "frontImg": "https://img.example/park.jpg", "solds": 1200, "name": "Glasshouse Park"},
        {"campaignTag": "", "lowestPrice": 0, "lng": 121.47, "lat": 31.23, "cityId": null, "cityName": "上海", "areaName": "外滩", "frontImg": "", "solds": 0, "name": "江边步道"},
        {"lowestPrice": 120, "lng": 11.9, "lat": 51.1, "cityId": 3, "cityName": "Seeheim", "areaName": "North Mole", "frontImg": "https://img.example/mole.jpg", "solds": 87}
      ]}
      """#
    ),
    (
      "scenics-without-data.json",
      #"""
      {"records": []}
      """#
    ),
    (
      "hotels.json",
      #"""
      {"data": [
        {"poiAttrTagList": ["family"], "scoreIntro": "good: 4.1", "frontImg": "https://img.example/inn.jpg", "avgScore": 4.1, "poiLastOrderTime": "booked 9 min ago", "lowestPrice": 180, "markNumbers": 310, "lng": 10.2, "lat": 50.3, "poiSaleAndSpanTag": "500+ stays", "posdescr": "near the ferry", "name": "Ropewalk Inn"},
        {"poiAttrTagList": [], "scoreIntro": "", "frontImg": 17, "avgScore": 0, "poiLastOrderTime": "", "lowestPrice": 95.5, "markNumbers": 0, "lng": 121.5, "lat": 31.2, "poiSaleAndSpanTag": "", "posdescr": "渡口对面", "name": "渡口旅馆"},
        {"scoreIntro": "quiet", "frontImg": "https://img.example/loft.jpg", "avgScore": 4.8, "poiLastOrderTime": "booked today", "lowestPrice": 260, "lng": 10.3, "lat": 50.1, "poiSaleAndSpanTag": "40 stays", "posdescr": "above the sail loft", "name": "Sail Loft"}
      ]}
      """#
    ),
    (
      "posts.json",
      #"""
      [
        {"userId": 1, "id": 1, "title": "Lantern repair notes", "body": "Two wicks, one hinge."},
        {"userId": 1, "id": 2, "title": "渡口的故事", "body": "船来船往。"},
        {"userId": 2, "id": 3, "title": "Tide table, annotated", "body": "High water is when the cat moves."}
      ]
      """#
    ),
    (
      "posts-broken.json",
      #"""
      [
        {"userId": 1, "id": 1, "title": "Lantern repair notes", "body": "Two wicks, one hinge."},
        {"userId": 1, "id": "two", "title": "渡口的故事", "body": "船来船往。"},
        {"userId": 2, "ID": 3, "title": "no id", "body": ""}
      ]
      """#
    ),
    (
      "photos.json",
      #"""
      [
        {"albumId": 1, "id": 51, "title": "harbour at dusk", "url": "https://img.example/51/600", "thumbnailUrl": "https://img.example/51/150"},
        {"albumId": 1, "id": 52, "title": "灯塔", "url": "https://img.example/52/600", "thumbnailUrl": "https://img.example/52/150"},
        {"albumId": 2, "id": 53, "title": "signal box", "url": "https://img.example/53/600", "thumbnailUrl": "https://img.example/53/150"},
        {"albumId": 2, "id": 54, "title": "fog", "url": "", "thumbnailUrl": ""}
      ]
      """#
    ),
    (
      "waybills.json",
      #"""
      [
        {"waybillId": 801, "waybillStatus": "toCollect", "cancelCode": 0},
        {"waybillId": 802, "waybillStatus": "toDeliver"},
        {"waybillId": 803, "waybillStatus": "toDeliver", "cancelCode": 3},
        {"waybillId": 804, "waybillStatus": "inOrbit", "cancelCode": 0}
      ]
      """#
    ),
  ]
}
