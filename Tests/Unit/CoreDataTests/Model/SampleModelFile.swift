import Foundation

/// A model as Xcode saves it.
enum SampleModelFile {
  static let chat = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"
        userDefinedModelVersionIdentifier="v7">
      <entity name="Room" representedClassName=".Room">
        <attribute name="name" attributeType="String" minValueString="1" maxValueString="20"
            regularExpressionString="[a-z ]+"/>
        <attribute name="topic" optional="YES" attributeType="String"
            defaultValueString="anything"/>
        <attribute name="seats" attributeType="Integer 16" defaultValueString="8"
            minValueString="1" maxValueString="100"/>
        <attribute name="cache" optional="YES" transient="YES" attributeType="Transformable"/>
        <relationship name="messages" optional="YES" toMany="YES" ordered="YES"
            deletionRule="Cascade" destinationEntity="Message" inverseName="room"/>
        <relationship name="members" optional="YES" toMany="YES" minCount="1" maxCount="50"
            deletionRule="Nullify" destinationEntity="Member" inverseName="rooms"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints>
        <fetchIndex name="byName"><fetchIndexElement property="name" order="descending"/></fetchIndex>
        <userInfo><entry key="colour" value="green"/></userInfo>
      </entity>
      <entity name="QuietRoom" representedClassName=".QuietRoom" parentEntity="Room">
        <attribute name="in" attributeType="Boolean" defaultValueString="YES"/>
      </entity>
      <entity name="Member" representedClassName="Member">
        <attribute name="name" attributeType="String"/>
        <attribute name="joined" attributeType="Date" defaultDateTimeInterval="60"/>
        <relationship name="messages" optional="YES" toMany="YES" deletionRule="Deny"
            destinationEntity="Message" inverseName="author"/>
        <relationship name="rooms" optional="YES" toMany="YES" destinationEntity="Room"
            inverseName="members"/>
      </entity>
      <entity name="Message">
        <attribute name="text" attributeType="String"/>
        <relationship name="author" maxCount="1" destinationEntity="Member"
            inverseName="messages"/>
        <relationship name="room" optional="YES" maxCount="1" destinationEntity="Room"
            inverseName="messages"/>
      </entity>
      <fetchRequest name="Unread" entity="Message" predicateString="text CONTAINS $word"/>
      <configuration name="Small"><memberEntity name="Member"/></configuration>
    </model>
    """

  static let url = URL(fileURLWithPath: "/models/Chat.xcdatamodel/contents")
}
